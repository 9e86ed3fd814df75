import type { Pool } from 'pg'
import { Registry } from 'prom-client'
import { afterAll, expect, test } from 'vitest'
import { openTestServer } from '../testing/test-server.ts'
import { auditRuns, noteRun, registerOperatorGauges } from './operator-runs.ts'

const server = await openTestServer()
afterAll(() => server.close())
const { databaseUrl } = server.server.config

async function figure(name: string): Promise<number> {
  const text = await (await fetch(`${server.origin}/metrics`)).text()
  return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1])
}

test('the figures tell of the last audit and the last backup, and of the disk', async () => {
  const connection = { connectionString: databaseUrl }
  expect(await figure('parley_backup_age_seconds')).toBe(0)
  await server.fan('first')
  await server.server.database.pool.query(`update users set created_at = now() - interval '3 days'`)
  // What never ran counts from the first account.
  expect(await figure('parley_backup_age_seconds')).toBeGreaterThan(2 * 86_400)
  expect(await figure('parley_audit_age_seconds')).toBeGreaterThan(2 * 86_400)

  await noteRun(connection, { name: 'backup', outcome: 'succeeded' })
  expect(await figure('parley_backup_age_seconds')).toBeLessThan(60)
  expect(await figure('parley_backup_failed')).toBe(0)
  await noteRun(connection, { name: 'backup', outcome: 'failed' })
  expect(await figure('parley_backup_failed')).toBe(1)
  expect(await figure('parley_backup_age_seconds')).toBeLessThan(60)

  await noteRun(connection, { name: 'audit', outcome: 'succeeded', breaches: 2 })
  expect(await figure('parley_audit_breaches')).toBe(2)
  await noteRun(connection, { name: 'audit', outcome: 'succeeded', breaches: 0 })
  expect(await figure('parley_audit_breaches')).toBe(0)
  // Nobody is woken for a warning.
  const checks = [
    { severity: 'warning', breaches: 3 },
    { severity: 'breach', breaches: 0 },
  ] as const
  for (const run of auditRuns(checks)) await noteRun(connection, run)
  expect([await figure('parley_audit_warnings'), await figure('parley_audit_breaches')]).toEqual([3, 0])

  expect(await figure('parley_data_dir_free_ratio')).toBeGreaterThan(0)
  expect(await figure('parley_data_dir_free_ratio')).toBeLessThan(1)
  expect(await figure('parley_bus_well')).toBe(1)
})

test('a database that does not answer keeps no other figure from being read', async () => {
  const registry = new Registry()
  const pool = { query: () => new Promise(() => undefined) } as unknown as Pool
  registerOperatorGauges(registry, { pool, dataDir: '/' })
  const text = await registry.metrics()
  expect(text).toMatch(/^parley_backup_age_seconds Nan$/m)
  expect(text).toMatch(/^parley_data_dir_free_ratio 0\.\d+$/m)
})
