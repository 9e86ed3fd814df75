import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { MIGRATIONS_FOLDER } from './migrate.ts'

/** Released before the rule. */
const LAST_BEFORE_THE_RULE = 51
const ADDS = /^alter table "(\w+)" add constraint .*?(check|foreign key)/is

/** The statements that check every row of a filled table while nobody else may use it. */
function longLocks(file: string): string[] {
  const made = new Set([...file.matchAll(/create table "(\w+)"/gi)].map(([, name]) => name))
  return file.split('--> statement-breakpoint').flatMap(text => {
    const statement = text.trim()
    const [, table] = ADDS.exec(statement) ?? []
    return table === undefined || made.has(table) || /not valid;?$/i.test(statement) ? [] : [statement]
  })
}

test('a new migration adds a constraint to a filled table as NOT VALID', async () => {
  const found: string[] = []
  for (const name of (await readdir(MIGRATIONS_FOLDER)).filter(each => each.endsWith('.sql')).sort()) {
    if (Number(name.slice(0, 4)) <= LAST_BEFORE_THE_RULE) continue
    const file = await readFile(join(MIGRATIONS_FOLDER, name), 'utf8')
    found.push(...longLocks(file).map(statement => `${name}: ${statement}`))
  }
  expect(found).toEqual([])
})

test('the rule knows such a statement', async () => {
  const check = 'ALTER TABLE "sales" ADD CONSTRAINT "sales_positive" CHECK (pence > 0)'
  expect(longLocks(`${check};`)).toHaveLength(1)
  expect(longLocks(`${check} NOT VALID;`)).toEqual([])
  expect(longLocks(`CREATE TABLE "sales" ();\n--> statement-breakpoint\n${check};`)).toEqual([])
})
