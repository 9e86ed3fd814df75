import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { useSmallProject } from './check/testing/small-project.ts'
import { ROOT } from './run-command.ts'
import { problemsOf, readRows } from './specification.ts'

const ROWS_MIN = 240

describe('the table of the specification', () => {
  it('names only files and tests that exist, each statement once', async () => {
    const rows = readRows(await readFile(join(ROOT, 'docs/specification.md'), 'utf8'))
    expect(await problemsOf(ROOT, rows)).toEqual([])
  })

  it('leaves no part of the specification out', async () => {
    const rows = readRows(await readFile(join(ROOT, 'docs/specification.md'), 'utf8'))
    expect(rows.length).toBeGreaterThanOrEqual(ROWS_MIN)
    const sections = [...new Set(rows.map(row => row.id.slice(0, 2)))]
    expect(sections).toEqual(['S1', 'S2', 'S3', 'S4', 'S5', 'S6', 'S7', 'S8', 'S9'])
  })
})

describe('a row', () => {
  const demo = useSmallProject()
  const code = `it('is so', () => {})\ndescribe.each([1])('%s of $what', () => {})\nit.each([2])(\`\${n} times\`, () => {})\n`

  async function problemsWith(...lines: string[]): Promise<string[]> {
    await demo.put({ 'a.ts': 'export {}\n', 'a.test.ts': code })
    return problemsOf(demo.root, readRows(`# Table\n\n| id | statement |\n|---|---|\n${lines.join('\n')}\n`))
  }

  it.each([
    ['a plain title', '| S1-001 | a | `a.ts` | `a.test.ts` › is so | |'],
    ['the title of a table of cases', '| S1-001 | a | `a.ts` | `a.test.ts` › %s of $what | |'],
    ['a title with a value in it', `| S1-001 | a | \`a.ts\` | \`a.test.ts\` › \${n} times | |`],
    ['several tests', '| S1-001 | a | `a.ts` | `a.test.ts` › is so<br>`a.test.ts` › %s of $what | |'],
    ['what is not built', '| S1-001 | a | | | not built yet |'],
  ])('may name %s', async (_, line) => {
    expect(await problemsWith(line)).toEqual([])
  })

  it.each([
    ['another file', '| S1-001 | a | `b.ts` | `a.test.ts` › is so | |', 'no file b.ts'],
    ['a test file that is gone', '| S1-001 | a | `a.ts` | `b.test.ts` › is so | |', 'no file b.test.ts'],
    ['a title nobody wrote', '| S1-001 | a | `a.ts` | `a.test.ts` › is | |', 'no test "is" in a.test.ts'],
    ['no file', '| S1-001 | a | | `a.test.ts` › is so | |', 'names no file, nor says "not built yet"'],
    ['no test', '| S1-001 | a | `a.ts` | | |', 'names no test, nor says "not built yet"'],
    ['no statement', '| S1-001 | | `a.ts` | `a.test.ts` › is so | |', 'an id like S2-014 and a statement'],
  ])('may not name %s', async (_, line, problem) => {
    expect(await problemsWith(line)).toEqual([`S1-001: ${problem}`])
  })

  it('may not name only a test that compares two lists, which stays green when the product breaks', async () => {
    await demo.put({ 'src/messages.test.ts': code })
    const list = '`src/messages.test.ts` › is so'
    expect(await problemsWith(`| S1-001 | a | \`a.ts\` | ${list} | |`)).toEqual([
      'S1-001: names the test of a list alone, none of the product',
    ])
    expect(await problemsWith(`| S1-001 | a | \`a.ts\` | ${list}<br>\`a.test.ts\` › is so | |`)).toEqual([])
  })

  it('may not have the id of another', async () => {
    const line = '| S1-001 | a | `a.ts` | `a.test.ts` › is so | |'
    expect(await problemsWith(line, line)).toEqual(['S1-001: said twice'])
  })
})
