import { randomBytes } from 'node:crypto'
import { expect, inject, test, vi } from 'vitest'
import { silentLog } from '../testing/data-dir.ts'
import { createTestDatabase } from '../testing/database.ts'
import { openSharingPooler } from '../testing/drill/sharing-pooler.ts'
import { freePort } from '../testing/free-port.ts'
import { withAdmin, withDatabase } from '../testing/template.ts'
import { assertSupported, DatabaseUnusable, reachDatabase } from './reach-database.ts'

test.each([
  [90_624, 9],
  [140_019, 14],
])('a Postgres of version number %i is refused in a sentence', (number, major) => {
  expect(() => assertSupported({ versionNumber: number, encoding: 'UTF8' })).toThrow(
    `DATABASE_URL leads to a Postgres ${major}; 15 or later is needed.`,
  )
})

test.each([150_000, 150_014, 180_001])('a Postgres of version number %i is taken', number => {
  expect(() => assertSupported({ versionNumber: number, encoding: 'UTF8' })).not.toThrow()
})

test('a database that never answers is told of in a sentence without its password', async () => {
  const url = `postgres://parley:secret@127.0.0.1:${await freePort()}/parley`
  const reaching = reachDatabase(url, silentLog, 0)
  await expect(reaching).rejects.toThrow(DatabaseUnusable)
  await expect(reaching).rejects.toThrow(/^DATABASE_URL: the Postgres at 127\.0\.0\.1:\d+ is of no use/)
  await expect(reaching).rejects.not.toThrow(/secret/)
})

test('a database that is not there is told of at once', async () => {
  const { connectionString, close } = await createTestDatabase({ size: 1 })
  await close()
  await expect(reachDatabase(connectionString, silentLog)).rejects.toThrow(
    /of no use: database .* does not exist/,
  )
})

test('a database that cannot hold every name is refused in a sentence', async () => {
  const { adminUrl, ownerUrl } = inject('testDatabases')
  const name = `parley_ascii_${process.pid}_${randomBytes(4).toString('hex')}`
  const create = `create database ${name} encoding 'SQL_ASCII' locale_provider libc locale 'C' template template0`
  await withAdmin(adminUrl, admin => admin.query(create))
  try {
    await expect(reachDatabase(withDatabase(ownerUrl, name), silentLog)).rejects.toThrow(
      'DATABASE_URL leads to a database with the encoding SQL_ASCII; UTF8 is needed',
    )
  } finally {
    await withAdmin(adminUrl, admin => admin.query(`drop database ${name} with (force)`))
  }
})

test.each([
  ['ignore', /^DATABASE_URL: the pooler at 127\.0\.0\.1:\d+ gives each transaction another connection/],
  ['refuse', /^DATABASE_URL: the pooler at 127\.0\.0\.1:\d+ refuses a limit of our connections/],
] as const)(
  'a pooler that shares connections, and limits it may %s, is refused in a sentence',
  async (limits, sentence) => {
    const { connectionString, close } = await createTestDatabase({ size: 1 })
    const pooler = await openSharingPooler(connectionString, limits)
    try {
      const reaching = reachDatabase(pooler.url, silentLog)
      await expect(reaching).rejects.toThrow(DatabaseUnusable)
      await expect(reaching).rejects.toThrow(sentence)
    } finally {
      await pooler.close()
      await close()
    }
  },
)

test('a direct connection is good, and nothing is said of its limits', async () => {
  const { connectionString, close } = await createTestDatabase({ size: 1 })
  const warn = vi.fn()
  try {
    await reachDatabase(connectionString, { ...silentLog, warn }, 0)
    expect(warn).not.toHaveBeenCalled()
  } finally {
    await close()
  }
})
