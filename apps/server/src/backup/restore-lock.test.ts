import { randomUUID } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { clientConfigOf } from '../db/connection.ts'
import { DatabaseInUse, lockDatabase } from '../db/process-lock.ts'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import { temporaryDirectory } from '../testing/temporary-directory.ts'
import { restoreBackup } from './restore-backup.ts'
import { writeBackup } from './write-backup.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database?.close())

test('no server begins on a database before its images are restored too', async () => {
  const connection = clientConfigOf(database.connectionString)
  const dataDir = await temporaryDirectory()
  const image = join(dataDir, 'media', 'aa', randomUUID())
  await mkdir(image, { recursive: true })
  await writeFile(join(image, '160.jpeg'), 'an image')
  const source = join(await temporaryDirectory(), 'backup')
  const now = new Date()
  await writeBackup({
    ...{ connection, dataDir, bucket: null, target: source, now },
    unencryptedKeys: 'left_out',
  })
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
  const begun: unknown[] = []
  const put = async () => {
    const server = lockDatabase({ connection, mode: 'shared', log, waitMs: 0 })
    begun.push(
      await server.then(
        lock => lock.release(),
        error => error,
      ),
    )
  }
  const bucket = { name: 'images', store: { put }, check: async () => undefined }
  await restoreBackup({ connection, dataDir, bucket, source, present: 'replace' })
  expect(begun).toEqual([expect.any(DatabaseInUse)])
})
