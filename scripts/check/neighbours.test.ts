import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { checkNeighbours, hasNeighbour, holdsRule } from './neighbours.ts'

const RULE = `export function may(age: number, isOpen: boolean) {
  if (age < 18) return false
  return isOpen && age !== 99
}`

describe('a file that holds a rule', () => {
  it.each<[string, string, boolean]>([
    ['decides by what it is given', RULE, true],
    [
      'decides and refuses, whatever it asks before',
      `import { refuse } from 'x'\n${RULE.replace('if', 'await y; if').replace('function', 'async function')}\nexport const no = () => refuse.conflict('x')`,
      true,
    ],
    ['is not one that has a default', 'export const port = (given?: number) => given ?? 3000', false],
    ['is not one that asks a database', `import { eq } from 'drizzle-orm'\n${RULE}`, false],
    ['is one that names the types of a database', `import type { SQL } from 'drizzle-orm'\n${RULE}`, true],
    ['is not one that draws a page', `${RULE}\nexport const width = () => document.body.clientWidth`, false],
    ['is not one of types', 'export interface Offer { amount: number }', false],
  ])('%s', async (_what, source, is) => {
    expect(await holdsRule(source)).toBe(is)
  })
})

it('has its test beside it under its own name', () => {
  expect(hasNeighbour('a/x.ts', ['x.ts', 'x.test.ts'])).toBe(true)
  expect(hasNeighbour('a/x.ts', ['x.races.test.ts'])).toBe(true)
  expect(hasNeighbour('a/x.ts', ['x.ts', 'xy.test.ts', 'y.test.ts'])).toBe(false)
})

describe('the check', () => {
  let root = ''
  afterEach(() => rm(root, { recursive: true, force: true }))

  async function below(files: Record<string, string>) {
    root = await mkdtemp(join(tmpdir(), 'parley-neighbours-'))
    for (const [path, text] of Object.entries(files)) {
      await mkdir(dirname(join(root, path)), { recursive: true })
      await writeFile(join(root, path), text)
    }
    return checkNeighbours(root)
  }
  const [one, two, three] = ['one', 'two', 'three'].map(name => `apps/server/src/core/${name}.ts`)

  it('accepts that half of the rules have no test beside them, and lists them when more have none', async () => {
    const half = await below({ [`${one}`]: RULE, [`${two}`]: RULE, 'apps/server/src/core/one.test.ts': '' })
    expect(half).toEqual({ problems: [], fact: '1 of 2 files with a rule have a test beside them' })
    await rm(root, { recursive: true })
    const more = await below({
      ...{ [`${one}`]: RULE, [`${two}`]: RULE, [`${three}`]: RULE },
      'apps/server/src/core/one.test.ts': '',
    })
    expect(more.problems.slice(1)).toEqual(expect.arrayContaining([two, three]))
  })
})
