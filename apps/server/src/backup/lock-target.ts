import { Client, type ClientConfig } from 'pg'
import { BackupRefused } from './refused.ts'

/** Any fixed number, and another than those of `db/`: the folder's name is the other half of the lock. */
const BACKUP_LOCK = 7_275_393

/**
 * Keeps the folder for one backup until `release`; throws BackupRefused while another one is being written to it. Each
 * begins with an empty folder, so the second would delete what the first has written. The lock is a connection's: that
 * of a backup that was killed ends by itself.
 */
export async function lockTarget(
  connection: ClientConfig,
  target: string,
): Promise<{ release(): Promise<void> }> {
  const client = new Client({ ...connection, application_name: 'parley-backup', keepAlive: true })
  // The copy of the rows has a connection of its own, which fails with the database.
  client.on('error', () => undefined)
  await client.connect()
  try {
    const { rows } = await client.query<{ isOurs: boolean }>(
      'select pg_try_advisory_lock($1, hashtext($2)) as "isOurs"',
      [BACKUP_LOCK, target],
    )
    if (rows[0]?.isOurs) return { release: () => client.end() }
    throw new BackupRefused(`Another backup is being written to ${target}.`)
  } catch (error) {
    await client.end()
    throw error
  }
}
