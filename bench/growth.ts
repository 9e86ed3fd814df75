/**
 * The cost of every route, page, job and command with one amount of data and with ten times as much: queries, blocks,
 * rows, bytes and CPU. Exits with 1 where a cost grows that should not. The databases are filled once and kept:
 * `BENCH_DIR` says where, `BENCH_SCALE` how large the larger one is (1: 200,000 users, 1,000,000 requests).
 */
import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { knownMigrations } from '../apps/server/src/db/migrate.ts'
import { createPasswords } from '../apps/server/src/domains/accounts/passwords/passwords.ts'
import { fillDatabase } from '../apps/server/src/testing/growth/fill.ts'
import { shapeOf } from '../apps/server/src/testing/growth/shape.ts'
import { runCommands } from './growth/commands.ts'
import { fillSandbox, movedIn } from './growth/fill-sandbox.ts'
import { type Measured, measureAll } from './growth/measure.ts'
import { type BenchPostgres, startBenchPostgres } from './growth/postgres.ts'
import { compare, printRows } from './growth/table.ts'

const directory = process.env.BENCH_DIR ?? join(tmpdir(), 'parley-growth')
const scale = Number(process.env.BENCH_SCALE ?? 0.1)
/** Measures only the targets whose names contain this. */
const only = process.env.BENCH_ONLY ?? ''
const SIZES = { '1x': scale / 10, '10x': scale } as const

/** What a database is filled with: its tables, and the statements that fill them. */
function contentsOf(): string {
  const fillers = fileURLToPath(new URL('../apps/server/src/testing/growth', import.meta.url))
  const hash = createHash('sha256').update(knownMigrations().join())
  for (const file of globSync('{fill,fill-*,shape}.ts', { cwd: fillers }).toSorted())
    hash.update(readFileSync(join(fillers, file)))
  return hash.digest('hex').slice(0, 8)
}

/** Fills a database again when its tables or its contents have changed, or after a fill that did not finish. */
async function filled(postgres: BenchPostgres, size: keyof typeof SIZES): Promise<string> {
  const name = `growth_${size}_${String(SIZES[size]).replace('.', '_')}_${contentsOf()}`
  if (await postgres.has(name)) return name
  const began = performance.now()
  const unfinished = `${name}_unfinished`
  await postgres.run(`drop database if exists ${unfinished}`)
  await postgres.run(`create database ${unfinished}`)
  const passwordHash = await createPasswords().hash('correct horse battery')
  await fillDatabase(postgres.urlOf(unfinished), {
    shape: shapeOf(SIZES[size]),
    passwordHash,
    as: 'superuser',
  })
  await postgres.run(`alter database ${unfinished} rename to ${name}`)
  console.log(`${size} filled in ${Math.round((performance.now() - began) / 1000)} s`)
  return name
}

const postgres = await startBenchPostgres(directory)
try {
  const measured: Record<string, Measured[]> = {}
  for (const size of ['1x', '10x'] as const) {
    const shape = shapeOf(SIZES[size])
    const url = postgres.urlOf(await filled(postgres, size))
    const dataDir = join(directory, `data-${size}`)
    await rm(dataDir, { recursive: true, force: true })
    await mkdir(dataDir, { recursive: true })
    fillSandbox(join(dataDir, 'stripe-sandbox.sqlite'), shape, await movedIn(url))
    measured[size] = [
      ...(await measureAll({ url, dataDir, shape, only })),
      ...(await runCommands({ url, dataDir, only })),
    ]
  }
  const rows = compare(measured['1x'] ?? [], measured['10x'] ?? [])
  printRows(rows, scale)
  await writeFile(join(directory, `measured-${Date.now()}.json`), JSON.stringify(measured))
  const grown = rows.filter(row => row.grows.length > 0)
  for (const { name, grows } of grown) console.log(`GROWS ${name}: ${grows.join(', ')}`)
  console.log(grown.length === 0 ? 'Nothing grows that should not.' : `${grown.length} grow that should not.`)
  if (grown.length > 0) process.exitCode = 1
} finally {
  await postgres.stop()
}
