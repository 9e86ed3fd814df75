/** Debian's Janus on the loopback with one room of its VideoRoom plugin, the peer of `bench viewers`. */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { freePort } from '../../apps/server/src/testing/free-port.ts'

const PROGRAM = process.env.JANUS_PATH ?? '/usr/bin/janus'
/** All plugins that it loads: otherwise it would load every plugin of the package, with warnings. */
const LOADED = { plugins: 'libjanus_videoroom.so', transports: 'libjanus_websockets.so' }
const START_LIMIT_MS = 30_000
const BITRATE_MAX = 4_000_000

/** The folder of Debian's Janus libraries on this processor. */
function libraries(): string {
  const triplet = process.arch === 'arm64' ? 'aarch64-linux-gnu' : 'x86_64-linux-gnu'
  return `/usr/lib/${triplet}/janus`
}

/** Installs Debian's package where it may; answers whether Janus is there. */
export function ensureJanus(): boolean {
  if (!existsSync(PROGRAM) && process.getuid?.() === 0) {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    try {
      execFileSync('apt-get', ['update', '-qq'], { env, stdio: 'ignore' })
      execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'janus'], {
        env,
        stdio: 'ignore',
      })
    } catch {
      // Without apt or a network Janus cannot be installed.
      return false
    }
  }
  return existsSync(PROGRAM)
}

/** Loads only one transport and one plugin, otherwise with their own defaults. */
async function writeConfig(folder: string, port: number): Promise<void> {
  const files = {
    'janus.jcfg': `general: {
      configs_folder = "${folder}"
      plugins_folder = "${folder}/plugins"
      transports_folder = "${folder}/transports"
      debug_level = 2
      admin_secret = "${crypto.randomUUID()}"
    }`,
    'janus.transport.websockets.jcfg': `general: { ws = true, ws_port = ${port}, ws_ip = "127.0.0.1", wss = false }`,
    'janus.plugin.videoroom.jcfg': `room-1234: {
      description = "bench"
      publishers = 1
      bitrate = ${BITRATE_MAX}
      audiocodec = "opus"
      videocodec = "vp8"
    }`,
  }
  for (const [kind, library] of Object.entries(LOADED)) {
    await mkdir(join(folder, kind))
    await symlink(join(libraries(), kind, library), join(folder, kind, library))
  }
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
}

async function untilUp(url: string, hasEnded: () => boolean): Promise<void> {
  const limit = performance.now() + START_LIMIT_MS
  while (performance.now() < limit && !hasEnded()) {
    const socket = new WebSocket(url, 'janus-protocol')
    const isUp = await Promise.race([
      once(socket, 'open').then(
        () => true,
        () => false,
      ),
      delay(1_000, false),
    ])
    socket.terminate()
    if (isUp) return
    await delay(50)
  }
  throw new Error('Janus did not start')
}

export async function startJanus() {
  const folder = await mkdtemp(join(tmpdir(), 'parley-janus-'))
  const port = await freePort()
  await writeConfig(folder, port)
  const said = process.env.JANUS_LOG ? 'inherit' : 'ignore'
  const child = spawn(PROGRAM, ['-F', folder], { cwd: folder, stdio: ['ignore', said, 'inherit'] })
  const end = () => void child.kill('SIGKILL')
  process.once('exit', end)
  const url = `ws://127.0.0.1:${port}`
  await untilUp(url, () => child.exitCode !== null)
  return {
    url,
    pid: child.pid ?? 0,
    async stop() {
      end()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
