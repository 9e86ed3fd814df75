import { resolve } from 'node:path'
import { runAudit } from './audit/run-audit.ts'
import type { ImageBucket } from './backup/images-into-bucket.ts'
import { BackupRefused } from './backup/refused.ts'
import { restoreBackup } from './backup/restore-backup.ts'
import { readOptions } from './commands/options.ts'
import { openImages } from './composition/images.ts'
import { openInstallation } from './composition/installation.ts'
import { type Config, ConfigError, readConfig } from './config.ts'
import { createPool } from './db/client.ts'
import { DatabaseUnusable, explainRights } from './db/reach-database.ts'

const quiet = {
  info: () => undefined,
  warn: () => undefined,
  error: (_facts: object, text: string) => console.error(text),
}

/** The bucket of the settings, which gets the images of a backup that has them in itself; null for a disk. */
async function openImageBucket(config: Config) {
  if (config.images.provider === 'disk') return null
  const { store, check, close } = await openImages(config)
  const bucket: ImageBucket = { name: config.images.bucket, store, check: async () => check?.() }
  return { bucket, close }
}

const USAGE = 'npm run restore -- folder [--force]'

/** `npm run restore -- folder [--force]`: makes this installation what it was at a backup, and audits it. */
async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2), { usage: USAGE, flags: ['--force'], wordsMax: 1 })
  const [source] = options.words
  if (source === undefined) throw new BackupRefused(`Which backup? ${USAGE}`)
  const config = readConfig({ ...process.env, ALLOW_SANDBOX: '1' })
  const { connection, stop } = await openInstallation(config, quiet, 'for a restore')
  const pool = createPool({ connection, log: quiet, size: 1, limits: 'none' })
  const images = await openImageBucket(config)
  try {
    const present = options.has('--force') ? 'replace' : 'refuse'
    const manifest = await restoreBackup({
      ...{ connection, dataDir: config.dataDir, bucket: images?.bucket ?? null, present },
      source: resolve(source),
    }).catch(error => {
      throw config.databaseUrl ? explainRights(error, config.databaseUrl) : error
    })
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
    console.log(`Restored what was there at ${manifest.takenAt}: ${rows} rows.`)
    if (manifest.keysLeftOut) {
      console.log(
        `The backup does not contain ${manifest.keysLeftOut} signing keys, which were not encrypted. The next start makes ` +
          'new ones: everybody logs in again, with a recovery code instead of an authenticator app.',
      )
    }
    const audit = await runAudit(pool, { scope: 'everything' })
    console.log(audit.ok ? 'The books agree.' : 'The books do not agree: npm run audit says where.')
    console.log('What the payment provider did since then is fetched by npm run reconcile -- --apply.')
    process.exitCode = audit.ok ? 0 : 1
  } finally {
    images?.close()
    await pool.end()
    await stop()
  }
}

main().catch(error => {
  const isPlain = [ConfigError, BackupRefused, DatabaseUnusable].some(kind => error instanceof kind)
  console.error(isPlain ? error.message : error)
  process.exitCode = 1
})
