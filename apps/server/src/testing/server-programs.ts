import { createHash } from 'node:crypto'
import { accessSync, constants, existsSync, readdirSync, readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { basename, delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = join(import.meta.dirname, '../../../..')
const GO_MODULES = ['livekit-server', 'stripe-mock', 'versitygw']

/** A name with the exact versions of the servers that are built from Go modules. */
function versionsOfBuiltServers(): string {
  const hash = createHash('sha256')
  for (const name of GO_MODULES) hash.update(readFileSync(join(ROOT, 'scripts/servers', name, 'go.sum')))
  return hash.digest('hex').slice(0, 12)
}

/**
 * The folder of the programs that `scripts/servers.ts` builds from Go modules: in the user's cache, which survives a
 * new installation of the dependencies and is shared by all checkouts with the same versions.
 */
export const BUILT_SERVERS = join(
  process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'),
  'parley-servers',
  versionsOfBuiltServers(),
)
const DEBIAN_POSTGRES = '/usr/lib/postgresql'
/** The oldest Postgres that the product supports. */
export const OLDEST_POSTGRES = 15

/**
 * The real servers, and browsers beside Chromium, that tests start themselves; a variable for each can name another
 * program.
 */
export const SERVER_PROGRAMS = {
  'redis-server': 'REDIS_SERVER_PATH',
  'livekit-server': 'LIVEKIT_SERVER_PATH',
  'stripe-mock': 'STRIPE_MOCK_PATH',
  versitygw: 'VERSITYGW_PATH',
  postgres: 'POSTGRES_PATH',
  turnserver: 'TURNSERVER_PATH',
  'firefox-esr': 'FIREFOX_PATH',
  WebKitWebDriver: 'WEBKIT_DRIVER_PATH',
  Xvfb: 'XVFB_PATH',
} as const
export type ServerProgram = keyof typeof SERVER_PROGRAMS

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    // Not installed, or not executable.
    return false
  }
}

function debianPostgres(): string[] {
  try {
    const versions = readdirSync(DEBIAN_POSTGRES).sort((a, b) => Number(a) - Number(b))
    return versions
      .filter(version => Number(version) >= OLDEST_POSTGRES)
      .map(version => join(DEBIAN_POSTGRES, version, 'bin/postgres'))
  } catch {
    // No Postgres of Debian is installed.
    return []
  }
}

/** The path of a real server's program on this machine; undefined where there is none. */
export function findServerProgram(name: ServerProgram): string | undefined {
  const chosen = process.env[SERVER_PROGRAMS[name]]
  if (chosen) return isProgram(chosen) ? chosen : undefined
  const folders = [BUILT_SERVERS, ...(process.env.PATH ?? '').split(delimiter)]
  const places = folders.map(folder => join(folder, name))
  return [...(name === 'postgres' ? debianPostgres() : []), ...places].find(isProgram)
}

/**
 * The file of one of our server's programs: its bundle where `npm test` made one (`SERVER_BUNDLE`), else its source.
 */
export function serverFile(source: URL): string {
  const file = fileURLToPath(source)
  const bundled = join(process.env.SERVER_BUNDLE ?? '', basename(file).replace(/\.ts$/, '.mjs'))
  return process.env.SERVER_BUNDLE && existsSync(bundled) ? bundled : file
}
