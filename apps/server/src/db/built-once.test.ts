import { eq } from 'drizzle-orm'
import { jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import { builtOnce, insertsInto, updatesOf, type ValueOf } from './built-once.ts'
import { type DbOrTx, withTransaction } from './client.ts'

const notes = pgTable('built_once_notes', {
  id: text('id').primaryKey(),
  words: text('words').notNull().default('none given'),
  facts: jsonb('facts').$type<{ seen: number }>(),
  readAt: timestamp('read_at', { withTimezone: true, mode: 'date' }),
})

let database: TestDatabase
const insertNote = insertsInto(notes, insert => insert.onConflictDoNothing().returning())
const updateNote = updatesOf(notes, notes.id, update => update.returning())

beforeAll(async () => {
  database = await createTestDatabase({ size: 3 })
  await database.pool.query(
    `create table built_once_notes (id text primary key, words text not null default 'none given', facts jsonb, read_at timestamptz)`,
  )
})
afterAll(() => database.close())

describe('a statement that is built once', () => {
  it('is built for the first run alone, and answers by the values of each', async () => {
    let builds = 0
    const select = builtOnce((db, value: ValueOf<{ id: string }>) => {
      builds++
      return db
        .select()
        .from(notes)
        .where(eq(notes.id, value('id', notes.id)))
    })
    await insertNote(database.db, { id: 'one', words: 'first' })
    await insertNote(database.db, { id: 'two', words: 'second' })

    const first = await select(database.db, { id: 'one' })
    const second = await withTransaction(database.db, tx => select(tx, { id: 'two' }))

    expect([first[0]?.words, second[0]?.words]).toEqual(['first', 'second'])
    expect(builds).toBe(1)
  })

  it('runs inside the transaction that it is given, whose end it shares', async () => {
    const select = builtOnce((db, value: ValueOf<{ id: string }>) =>
      db
        .select({ id: notes.id })
        .from(notes)
        .where(eq(notes.id, value('id', notes.id))),
    )
    const seen = { inside: 0, outside: 0, nested: 0 }
    const failing = withTransaction(database.db, async tx => {
      await insertNote(tx, { id: 'undone' })
      seen.inside = (await select(tx, { id: 'undone' })).length
      seen.outside = (await select(database.db, { id: 'undone' })).length
      seen.nested = await tx.transaction(async nested => (await select(nested, { id: 'undone' })).length)
      throw new Error('undo')
    })

    await expect(failing).rejects.toThrow('undo')
    expect(seen).toEqual({ inside: 1, outside: 0, nested: 1 })
    expect(await select(database.db, { id: 'undone' })).toEqual([])
  })

  it('keeps each of many that run at once to its own connection and values', async () => {
    const add = (db: DbOrTx, id: string) => insertNote(db, { id, words: `words of ${id}` })
    const ids = Array.from({ length: 12 }, (_, index) => `many ${index}`)
    const written = await Promise.all(ids.map(id => withTransaction(database.db, tx => add(tx, id))))
    expect(written.flat().map(row => [row.id, row.words])).toEqual(ids.map(id => [id, `words of ${id}`]))
  })
})

describe('a row that is inserted or changed', () => {
  it('has the defaults of the columns that are not given, and null where null is given', async () => {
    const readAt = new Date('2026-11-23T10:00:00.123Z')
    const [bare] = await insertNote(database.db, { id: 'bare' })
    const [full] = await insertNote(database.db, { id: 'full', words: 'w', facts: { seen: 2 }, readAt })
    const [again] = await insertNote(database.db, { id: 'full', words: 'other', facts: null, readAt: null })

    expect(bare).toEqual({ id: 'bare', words: 'none given', facts: null, readAt: null })
    expect(full).toEqual({ id: 'full', words: 'w', facts: { seen: 2 }, readAt })
    expect(again).toBeUndefined()
    const [cleared] = await updateNote(database.db, 'full', { facts: null, readAt: null })
    expect(cleared).toEqual({ id: 'full', words: 'w', facts: null, readAt: null })
    const { rows } = await database.pool.query(
      `select facts is null as bare from built_once_notes where id = 'full'`,
    )
    expect(rows).toEqual([{ bare: true }])
  })

  it('changes its own row alone, with any set of columns', async () => {
    await insertNote(database.db, { id: 'left' })
    await insertNote(database.db, { id: 'right' })
    await updateNote(database.db, 'left', { words: 'changed' })
    await updateNote(database.db, 'left', { words: 'changed again', facts: { seen: 1 } })

    const rows = await database.db.select().from(notes).where(eq(notes.id, 'right'))
    expect(rows[0]).toMatchObject({ words: 'none given', facts: null })
    expect(await updateNote(database.db, 'absent', { words: 'x' })).toEqual([])
  })
})
