import { afterAll, expect, it } from 'vitest'
import { openSecrets } from '../../../composition/accounts.ts'
import { createTestDatabase } from '../../../testing/database.ts'
import { temporaryDirectory } from '../../../testing/temporary-directory.ts'

const { db, close } = await createTestDatabase()
afterAll(close)

it("warns at the start of signing keys that are not encrypted in an operator's database, until they are", async () => {
  const settings = {
    dataDir: await temporaryDirectory(),
    databaseUrl: 'postgres://localhost/parley',
    secretsKey: undefined,
    formerSecretsKey: undefined,
  }
  const warnings: string[] = []
  const log = { warn: (_facts: object, text: string) => void warnings.push(text) }
  const secrets = await openSecrets(db, settings, log)
  expect(secrets.unencrypted()).toBe(5)
  expect(warnings).toEqual([expect.stringContaining('set SECRETS_KEY')])

  const encrypted = await openSecrets(db, { ...settings, secretsKey: 'a key of sixteen or more' }, log)
  expect([encrypted.unencrypted(), warnings.length]).toEqual([0, 1])
})
