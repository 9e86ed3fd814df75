import { expect, test } from 'vitest'
import { silentLog } from '../testing/data-dir.ts'
import { createTestDatabase } from '../testing/database.ts'
import { freePort } from '../testing/free-port.ts'
import { assertSupported, DatabaseUnusable, reachDatabase } from './reach-database.ts'

test.each([
  [90_624, 9],
  [140_019, 14],
])('a Postgres of version number %i is refused in a sentence', (number, major) => {
  expect(() => assertSupported(number)).toThrow(
    `DATABASE_URL leads to a Postgres ${major}; 15 or later is needed.`,
  )
})

test.each([150_000, 150_014, 180_001])('a Postgres of version number %i is taken', number => {
  expect(() => assertSupported(number)).not.toThrow()
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
