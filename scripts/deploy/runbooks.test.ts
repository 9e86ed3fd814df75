import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { missingEvents } from '../../apps/server/src/providers/payments-stripe/webhook-events.ts'
import { createTestDatabase } from '../../apps/server/src/testing/database.ts'
import { ROOT } from '../run-command.ts'

const FOLDER = join(ROOT, 'docs/operations')
const pages = readdirSync(FOLDER).map(file => [file, readFileSync(join(FOLDER, file), 'utf8')] as const)
const A_ROW = '00000000-0000-0000-0000-000000000000'

const statements = pages.flatMap(([file, text]) =>
  [...text.matchAll(/`((?:select|update|delete) [^`]+)`/g)].map(([, sql = '']) => [file, sql] as const),
)
const database = await createTestDatabase({ size: 1 })
afterAll(() => database.close())

describe('the runbooks', () => {
  it('have statements for the database in them', () => {
    expect(statements.length).toBeGreaterThan(10)
  })

  it.each(statements)('%s: the database plans %s', async (_, sql) => {
    await database.pool.query(`explain ${sql.replaceAll("'...'", `'${A_ROW}'`)}`)
  })

  it.each(pages)('%s links only to pages that exist', (_, text) => {
    const links = [...text.matchAll(/\]\(([^)#]+)\)/g)].map(([, path = '']) => path)
    expect(links.filter(path => !existsSync(join(FOLDER, path)))).toEqual([])
  })

  it('name only npm scripts that exist', () => {
    const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { scripts: object }
    const named = pages.flatMap(([, text]) =>
      [...text.matchAll(/npm run ([\w-]+)/g)].map(([, name = '']) => name),
    )
    expect(named.filter(name => !(name in scripts))).toEqual([])
  })

  it('name every event of Stripe that the server needs', () => {
    const page = readFileSync(join(FOLDER, 'real-services.md'), 'utf8')
    const needed = missingEvents([], '')
    expect(needed.length).toBeGreaterThan(20)
    expect(needed.filter(type => !page.includes(`\`${type}\``))).toEqual([])
  })

  it('are all on the page that lists them', () => {
    const index = readFileSync(join(FOLDER, 'README.md'), 'utf8')
    expect(
      pages.map(([file]) => file).filter(file => file !== 'README.md' && !index.includes(`(${file})`)),
    ).toEqual([])
  })
})
