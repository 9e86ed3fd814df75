/**
 * `npm run servers`: finds or installs the real servers, and the browsers beside Chromium, that the tests use: Debian's
 * packages by apt, the others built from their Go modules in `scripts/servers`. `npm test` does this by itself. Where
 * one cannot be installed, its suites are skipped, and CI fails.
 */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import {
  BUILT_SERVERS,
  findServerProgram,
  SERVER_PROGRAMS,
  type ServerProgram,
} from '../apps/server/src/testing/server-programs.ts'
import { captureCommand, ROOT, showCommand } from './run-command.ts'

/** Without the tables for debuggers and without cgo, which cost a third of the CPU of a build and no test reads. */
const GO_FLAGS = ['-mod=readonly', '-ldflags=-s -w', '-gcflags=all=-dwarf=false']
/** The compiler collects its garbage less often: a sixth of its CPU for some hundred MB. */
const GO_ENV = { CGO_ENABLED: '0', GOGC: '400' }
/** Clients of clouds are half of this build, and no test calls them: the compiler does not optimise them. */
const GO_FLAGS_OF: Partial<Record<ServerProgram, readonly string[]>> = {
  versitygw: ['-gcflags=github.com/...=-N -l -dwarf=false'],
}
const GO_PACKAGES: Partial<Record<ServerProgram, string>> = {
  'livekit-server': 'github.com/livekit/livekit-server/cmd/server',
  'stripe-mock': 'github.com/stripe/stripe-mock',
  versitygw: 'github.com/versity/versitygw/cmd/versitygw',
}
const DEBIAN_PACKAGES: Partial<Record<ServerProgram, string>> = {
  'redis-server': 'redis-server',
  postgres: 'postgresql',
  turnserver: 'coturn',
  'firefox-esr': 'firefox-esr',
  WebKitWebDriver: 'webkit2gtk-driver',
  Xvfb: 'xvfb',
}
const NAMES = Object.keys(SERVER_PROGRAMS) as ServerProgram[]

async function hasCommand(command: readonly string[]): Promise<boolean> {
  return (await captureCommand(command)).code === 0
}

async function buildByGo(name: ServerProgram, goPackage: string): Promise<void> {
  console.log(`Building ${name} from its Go module.`)
  await mkdir(BUILT_SERVERS, { recursive: true })
  const flags = [...GO_FLAGS, ...(GO_FLAGS_OF[name] ?? [])]
  const command = ['go', 'build', ...flags, '-o', join(BUILT_SERVERS, name), goPackage]
  await showCommand(command, {
    cwd: join(ROOT, 'scripts/servers', name),
    env: { ...process.env, ...GO_ENV },
  })
}

async function installByApt(packages: readonly string[]): Promise<void> {
  console.log(`Installing ${packages.join(', ')} of this system.`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  await showCommand(['apt-get', 'update', '-qq'], { env })
  await showCommand(['apt-get', 'install', '-y', '-qq', '--no-install-recommends', ...packages], { env })
}

/** Installs the missing ones; answers the servers that could not be installed. In CI it throws when there is one. */
export async function ensureServers(names: readonly ServerProgram[] = NAMES): Promise<ServerProgram[]> {
  const missing = names.filter(name => !findServerProgram(name))
  const packages = missing.flatMap(name => DEBIAN_PACKAGES[name] ?? [])
  const mayInstall = process.getuid?.() === 0 && (await hasCommand(['apt-get', '--version']))
  const toBuild = missing.filter(name => GO_PACKAGES[name])
  const hasGo = toBuild.length === 0 || (await hasCommand(['go', 'version']))
  const installed = packages.length > 0 && mayInstall ? installByApt(packages) : undefined
  // One after the other: two builds at once would both compile Go's own packages.
  for (const name of hasGo ? toBuild : []) await buildByGo(name, GO_PACKAGES[name] ?? '')
  await installed
  const absent = names.filter(name => !findServerProgram(name))
  if (absent.length > 0 && process.env.CI) {
    const why = hasGo ? '' : ' The command go, which builds what Debian does not have, is not in PATH.'
    throw new Error(`No ${absent.join(', ')} on this machine.${why}`)
  }
  return absent
}

if (import.meta.main) {
  const absent = await ensureServers()
  for (const name of NAMES) {
    const path = findServerProgram(name)
    console.log(
      `${name.padEnd(16)} ${path ?? `not here: install it or set ${SERVER_PROGRAMS[name]}; its tests are skipped`}`,
    )
  }
  process.exitCode = absent.length > 0 ? 1 : 0
}
