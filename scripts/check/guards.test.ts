import { readFile, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { captureCommand, ROOT } from '../run-command.ts'
import { checkDeadCode, checkLint, checkTypes } from './commands.ts'
import { useSmallProject, value } from './testing/small-project.ts'

// Each guard runs over a small project in which exactly one thing is wrong, which proves that it finds something.
const project = useSmallProject()

describe('lint and format', () => {
  const cases: readonly [string, string, string][] = [
    ['an enum', 'lint/style/noEnum', 'export enum Color {\n  Red,\n}\n'],
    ['any', 'lint/suspicious/noExplicitAny', 'export const value: any = 1\n'],
    [
      'a non-null assertion',
      'lint/style/noNonNullAssertion',
      'export const first = (list: string[]) => list[0]!\n',
    ],
    ['a forgotten console.log', 'lint/suspicious/noConsole', "console.log('here')\n"],
    [
      'an unused import',
      'lint/correctness/noUnusedImports',
      "import { join } from 'node:path'\n\nexport {}\n",
    ],
    [
      'four parameters',
      'lint/complexity/useMaxParams',
      'export const sum = (a: number, b: number, c: number, d: number) => a + b + c + d\n',
    ],
    [
      'a function over 100 lines',
      'lint/complexity/noExcessiveLinesPerFunction',
      `export function long() {\n${'  Math.random()\n'.repeat(101)}}\n`,
    ],
    ['another format', 'a.ts format', 'export const value = "1";\n'],
  ]

  async function putConfig() {
    const config = await readFile(join(ROOT, 'biome.json'), 'utf8')
    // The small project is no git repository, and the schema is in another folder.
    const alone = config.replace(/ *"\$schema".*\n/, '').replace('"enabled": true', '"enabled": false')
    await project.put({ 'biome.json': alone })
  }

  it.for(cases)('%s is found', async ([, rule, text]) => {
    await putConfig()
    await project.put({ 'apps/server/src/a.ts': text })
    expect((await checkLint(project.root)).problems.join('\n')).toContain(rule)
  })

  it('an ordinary file passes', async () => {
    await putConfig()
    await project.put({ 'apps/server/src/a.ts': value })
    expect((await checkLint(project.root)).problems).toEqual([])
  })
})

describe('types', () => {
  async function checkSource(text: string) {
    const compilerOptions = { types: [], lib: ['es2024'] }
    const config = { extends: join(ROOT, 'tsconfig.base.json'), compilerOptions, include: ['a.ts'] }
    await project.put({
      'tsconfig.json': JSON.stringify(config),
      'package.json': '{"type":"module"}',
      'a.ts': text,
    })
    return (await checkTypes(project.root)).problems.join('\n')
  }

  it.for([
    ['a wrong type', "export const pence: number = '1'\n", 'TS2322'],
    ['an index that may be missing', 'export const first = (list: string[]): string => list[0]\n', 'TS2322'],
    [
      'what Node cannot run as it stands',
      'export class A {\n  constructor(readonly b: string) {}\n}\n',
      'TS1294',
    ],
    ['an enum', 'export enum Color {\n  Red,\n}\n', 'TS1294'],
  ] as const)('%s is found', async ([, text, code]) => {
    expect(await checkSource(text)).toContain(code)
  })

  it('correct types pass', async () => {
    expect(await checkSource(value)).toBe('')
  })
})

describe('dead code', () => {
  const inUse = {
    'package.json': JSON.stringify({
      name: 'project',
      private: true,
      type: 'module',
      workspaces: ['apps/*'],
    }),
    'apps/server/package.json': JSON.stringify({ name: 'server', type: 'module' }),
    'apps/server/src/main.ts': "import { used } from './used.ts'\n\nused()\n",
    'apps/server/src/used.ts': 'export const used = () => 1\n',
  }

  async function check(files: Record<string, string>) {
    const config = JSON.parse(await readFile(join(ROOT, 'knip.json'), 'utf8'))
    await project.put({ ...inUse, 'knip.json': JSON.stringify(config), ...files })
    await symlink(join(ROOT, 'node_modules'), join(project.root, 'node_modules'))
    return (await checkDeadCode(project.root)).problems.join('\n')
  }

  it('a file that nothing imports is found', async () => {
    expect(await check({ 'apps/server/src/orphan.ts': value })).toContain('orphan.ts')
  })

  it('an export that nothing imports is found', async () => {
    const used = 'export const used = () => 1\nexport const forgotten = 2\n'
    expect(await check({ 'apps/server/src/used.ts': used })).toContain('forgotten')
  })

  it('a dependency that nothing imports is found', async () => {
    const server = { name: 'server', type: 'module', dependencies: { 'file-type': '1' } }
    expect(await check({ 'apps/server/package.json': JSON.stringify(server) })).toContain('file-type')
  })

  it('a project without unused code passes', async () => {
    expect(await check({})).toBe('')
  })
})

describe('the runtime guard', () => {
  const run = (prelude: string) =>
    captureCommand([
      process.execPath,
      '--import',
      `data:text/javascript,${prelude}`,
      'scripts/runtime-guard.mjs',
    ])

  it('accepts this Node without output', async () => {
    expect(await run('')).toEqual({ code: 0, output: '' })
  })

  it('tells a person with an old Node what to do', async () => {
    const old = "Object.defineProperty(process,'versions',{value:{...process.versions,node:'20.1.0'}})"
    const { code, output } = await run(encodeURIComponent(old))
    expect(code).toBe(1)
    expect(output).toContain('Parley runs on Node 24 or newer; this is Node 20.1.0.')
    expect(output).toContain('npm ci')
  })
})
