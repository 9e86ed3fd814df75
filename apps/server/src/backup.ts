import { join, resolve } from 'node:path'
import { BackupRefused } from './backup/refused.ts'
import { writeBackup } from './backup/write-backup.ts'
import { readOptions } from './commands/options.ts'
import { openInstallation } from './composition/installation.ts'
import { ConfigError, readConfig } from './config.ts'
import { noteRun } from './telemetry/operator-runs.ts'

const quiet = {
  info: () => undefined,
  warn: () => undefined,
  error: (_facts: object, text: string) => console.error(text),
}

const WITH_KEYS = '--with-unencrypted-keys'
const SYNTAX = {
  usage: `npm run backup -- [FOLDER] [${WITH_KEYS}]`,
  flags: [WITH_KEYS],
  wordsMax: 1,
} as const

/**
 * `npm run backup -- [folder] [--with-unencrypted-keys]`: a copy of this installation in a new folder, also while the
 * server runs.
 */
async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2), SYNTAX)
  const config = readConfig({ ...process.env, ALLOW_SANDBOX: '1' })
  const now = new Date()
  const name = `parley-${now.toISOString().slice(0, 19).replaceAll(':', '')}Z`
  const [folder] = options.words
  const target = resolve(folder ?? join(config.dataDir, 'backups', name))
  const { connection, stop } = await openInstallation(config, quiet, 'of any version')
  try {
    const bucket = config.images.provider === 's3' ? config.images.bucket : null
    const { tables, files, keysLeftOut } = await writeBackup({
      ...{ connection, dataDir: config.dataDir, bucket, target, now },
      unencryptedKeys: options.has(WITH_KEYS) ? 'included' : 'left_out',
    })
    const rows = tables.reduce((sum, table) => sum + table.rows, 0)
    const bytes = files.reduce((sum, file) => sum + file.bytes, 0)
    console.log(`${target}: ${tables.length} tables, ${rows} rows, ${files.length} files, ${bytes} bytes.`)
    if (keysLeftOut) {
      console.log(
        `${keysLeftOut} signing keys are not in it, because they are not encrypted in the database. ` +
          'After a restore everybody logs in again, with a recovery code instead of an authenticator app. ' +
          `To have them in it, set SECRETS_KEY and start the server once; ${WITH_KEYS} copies them unencrypted.`,
      )
    }
    if (bucket !== null) console.log(`Pictures are not in it: they are in the bucket ${bucket}.`)
    await noteRun(connection, { name: 'backup', outcome: 'succeeded' })
  } catch (error) {
    await noteRun(connection, { name: 'backup', outcome: 'failed' })
    throw error
  } finally {
    await stop()
  }
}

main().catch(error => {
  console.error(error instanceof ConfigError || error instanceof BackupRefused ? error.message : error)
  process.exitCode = 1
})
