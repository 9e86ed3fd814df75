import { join, resolve } from 'node:path'
import { BackupRefused } from './backup/refused.ts'
import { writeBackup } from './backup/write-backup.ts'
import { openInstallation } from './composition/installation.ts'
import { ConfigError, readConfig } from './config.ts'
import { noteRun } from './telemetry/operator-runs.ts'

const quiet = {
  info: () => undefined,
  warn: () => undefined,
  error: (_facts: object, text: string) => console.error(text),
}

/** `npm run backup -- [folder]`: a copy of this installation in a new folder, also while the server runs. */
async function main(): Promise<void> {
  const config = readConfig({ ...process.env, ALLOW_SANDBOX: '1' })
  const now = new Date()
  const name = `parley-${now.toISOString().slice(0, 19).replaceAll(':', '')}Z`
  const target = resolve(process.argv[2] ?? join(config.dataDir, 'backups', name))
  const { connection, stop } = await openInstallation(config, quiet)
  try {
    const bucket = config.pictures.provider === 's3' ? config.pictures.bucket : null
    const { tables, files } = await writeBackup({ connection, dataDir: config.dataDir, bucket, target, now })
    const rows = tables.reduce((sum, table) => sum + table.rows, 0)
    const bytes = files.reduce((sum, file) => sum + file.bytes, 0)
    console.log(`${target}: ${tables.length} tables, ${rows} rows, ${files.length} files, ${bytes} bytes.`)
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
