import { openInstallation } from './composition/installation.ts'
import { ConfigError, readConfig } from './config.ts'
import { createDatabase, createPool } from './db/client.ts'
import {
  findWrapping,
  KeysUnreadable,
  resetKeys,
  rotateKeys,
  SecretsFileOpen,
} from './domains/accounts/public.ts'

const quiet = {
  info: () => undefined,
  warn: () => undefined,
  error: (_facts: object, text: string) => console.error(text),
}

/** `npm run keys -- rotate`: new signing keys, nobody is logged out. `-- reset`: new ones, everybody logs in again. */
async function main(): Promise<void> {
  const [what, ...more] = process.argv.slice(2)
  if (more.length > 0 || (what !== 'rotate' && what !== 'reset')) {
    throw new ConfigError('Say what to do: npm run keys -- rotate, or npm run keys -- reset')
  }
  const config = readConfig({ ...process.env, ALLOW_SANDBOX: '1' })
  const { connection, stop } = await openInstallation(config, quiet)
  const pool = createPool({ connection, log: quiet, size: 1 })
  try {
    const db = createDatabase(pool)
    if (what === 'reset') {
      await resetKeys(db)
      console.log(
        'All signing keys are gone: restart every process; everybody logs in again, ' +
          'with a recovery code in place of an authenticator app.',
      )
    } else {
      await rotateKeys(db, await findWrapping(config))
      console.log(
        'New signing keys sign within a minute, in every process; what the old ones signed goes on.',
      )
    }
  } finally {
    await pool.end()
    await stop()
  }
}

main().catch(error => {
  const isOurs = [ConfigError, KeysUnreadable, SecretsFileOpen].some(kind => error instanceof kind)
  console.error(isOurs ? error.message : error)
  process.exitCode = 1
})
