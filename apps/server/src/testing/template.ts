import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Client, escapeIdentifier } from 'pg'
import { MIGRATIONS_FOLDER, migrateDatabase } from '../db/migrate.ts'

const TEMPLATE_LOCK = 7_275_392

export interface TemplateRequest {
  adminUrl: string
  ownerUrl: string
}

/** Makes the migrated database from which all test databases are copied, once for each state of the migrations. */
export async function prepareTemplate({ adminUrl, ownerUrl }: TemplateRequest): Promise<string> {
  const template = `parley_template_${await hashOf(MIGRATIONS_FOLDER)}`
  const unfinished = `${template}_unfinished`
  await withAdmin(adminUrl, async admin => {
    await admin.query('select pg_advisory_lock($1)', [TEMPLATE_LOCK])
    const existing = await admin.query('select 1 from pg_database where datname = $1', [template])
    if (existing.rowCount) return
    await admin.query(`drop database if exists ${unfinished}`)
    await admin.query(`create database ${unfinished} owner ${escapeIdentifier(userOf(ownerUrl))}`)
    await migrateDatabase(withDatabase(ownerUrl, unfinished))
    await admin.query(`alter database ${unfinished} rename to ${template}`)
  })
  return template
}

/** Runs statements that need the right to create and drop databases. */
export async function withAdmin<T>(adminUrl: string, work: (admin: Client) => Promise<T>): Promise<T> {
  const admin = new Client({ connectionString: adminUrl })
  await admin.connect()
  try {
    return await work(admin)
  } finally {
    await admin.end()
  }
}

/** The same connection string for another database. */
export function withDatabase(url: string, database: string): string {
  const changed = new URL(url)
  changed.pathname = `/${database}`
  return changed.href
}

/** The user of a connection string. */
export function userOf(url: string): string {
  return decodeURIComponent(new URL(url).username)
}

async function hashOf(folder: string): Promise<string> {
  const hash = createHash('sha256')
  const names = (await readdir(folder)).filter(name => name.endsWith('.sql')).sort()
  for (const name of names) hash.update(name).update(await readFile(join(folder, name)))
  hash.update(await readFile(join(folder, 'meta', '_journal.json')))
  return hash.digest('hex').slice(0, 16)
}
