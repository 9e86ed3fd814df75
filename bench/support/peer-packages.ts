/**
 * Packages that only peers need are installed into `bench/peers` when a bench needs them: they are not part of the
 * product.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export const PEERS = join(import.meta.dirname, '../peers')
const LIST = join(PEERS, 'package.json')
/** Lists the installed packages. */
const INSTALLED = join(PEERS, 'node_modules/.installed.json')

function run(command: string, ...args: string[]): void {
  execFileSync(command, args, {
    cwd: PEERS,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      NEXT_TELEMETRY_DISABLED: '1',
      // Otherwise Prisma would download a program for migrations, which nothing here uses.
      PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
      PRISMA_HIDE_UPDATE_MESSAGE: '1',
    },
  })
}

/** Installs the packages of the peers, unless these versions are installed. */
export function ensurePeerPackages(): void {
  const wanted = readFileSync(LIST, 'utf8')
  if (existsSync(INSTALLED) && readFileSync(INSTALLED, 'utf8') === wanted) return
  console.log('Installing the packages of the peers into bench/peers.')
  // Exact versions without a lockfile: a lockfile names packages of other processors too, which not every registry has.
  const quietly = ['--no-audit', '--no-fund', '--loglevel=error']
  run('npm', 'install', '--ignore-scripts', '--no-package-lock', ...quietly)
  writeFileSync(INSTALLED, wanted)
}

/** Runs a program of the peers, such as `next build`. */
export function runPeerProgram(name: string, ...args: string[]): void {
  run(process.execPath, join(PEERS, 'node_modules', name), ...args)
}
