import { access, mkdtemp, open, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { SECOND_MS } from '@parley/contract'
import type { Installation, Settings } from '../../apps/server/src/testing/drill/installation.ts'
import { openOwnNetwork } from '../../apps/server/src/testing/drill/own-network.ts'
import { hasReplication } from '../../apps/server/src/testing/drill/standby-postgres.ts'
import { captureCommand } from '../run-command.ts'
import { loseToStandby } from './standby.ts'

/** The effects that a fault may have on a call. */
interface Allowed {
  mediaStoodSeconds: number
  clockStoodSeconds: number
  /** Seconds in which both saw each other and nobody paid; the contract allows five for a crash. */
  unpaidSeconds: number
}

export interface Fault {
  /** As in `npm run drill -- NAME`. */
  name: string
  says: string
  by?: { fan: 0 | 1; influencer: 0 | 1 }
  allowed?: Partial<Allowed>
  /**
   * Prepares the machine; answers the settings and the function that undoes it, or a sentence why it is not possible
   * here.
   */
  prepare?(): Promise<{ settings: Partial<Settings>; undo?(): Promise<unknown> } | string>
  /**
   * Injects the fault; resolves with the number of seconds in which no process ran, if the drill itself stopped all of
   * them.
   */
  happens(installation: Installation): Promise<unknown>
}

/** A shorter stop of the video does not count as a loss. */
export const NOTHING: Allowed = { mediaStoodSeconds: 2, clockStoodSeconds: 2, unpaidSeconds: 5 }
const gated = async () => ({ settings: { isGated: true } })
/** While the only LiveKit node, or its Redis, is down, no call can continue. */
const standsFor = (seconds: number) => ({ mediaStoodSeconds: seconds, clockStoodSeconds: seconds })

function parted(from: 'database' | 'redis' | 'livekit', seconds: number) {
  return async ({ gates }: Installation) => {
    gates[0]?.[from].hold()
    await delay(seconds * SECOND_MS)
    gates[0]?.[from].release()
  }
}

type Picked<T> = (installation: Installation) => T

function killed(pick: Picked<{ kill(): Promise<unknown>; start(): Promise<unknown> }>, seconds: number) {
  return async (installation: Installation) => {
    await pick(installation).kill()
    await delay(seconds * SECOND_MS)
    await pick(installation).start()
  }
}

function frozen(pick: Picked<{ freeze(): void; thaw(): void }>, seconds: number) {
  return async (installation: Installation) => {
    pick(installation).freeze()
    await delay(seconds * SECOND_MS)
    pick(installation).thaw()
  }
}

const processOfFan = ({ servers }: Installation) => servers[0]
const redisOf = ({ redis }: Installation) => redis
/** Stops Postgres without a checkpoint. */
const postgresOf = ({ postgres }: Installation) => ({
  kill: () => postgres.crash(),
  start: () => postgres.start(),
})

export const FAULTS: readonly Fault[] = [
  {
    name: 'nothing',
    says: 'nothing is wrong for 10 s',
    happens: () => delay(10 * SECOND_MS),
  },
  {
    name: 'process-killed',
    says: 'the process of the fan is killed (SIGKILL) and started again 10 s later',
    happens: killed(processOfFan, 10),
  },
  {
    name: 'process-restarted',
    says: 'the process of the fan is told to stop (SIGTERM), as at an upgrade, and started again',
    async happens({ servers: [server] }) {
      await server.stop()
      await server.start()
    },
  },
  {
    name: 'process-frozen',
    says: 'the process of the fan is frozen (SIGSTOP) for 15 s',
    happens: frozen(processOfFan, 15),
  },
  {
    name: 'postgres-restarted',
    says: 'Postgres ends without a checkpoint and recovers',
    happens: killed(postgresOf, 0),
  },
  {
    name: 'postgres-lost',
    says: 'Postgres is away for 10 s',
    // Nobody pays while the server cannot write the used time.
    allowed: { clockStoodSeconds: 20, unpaidSeconds: 20 },
    happens: killed(postgresOf, 10),
  },
  {
    name: 'database-slow',
    says: 'each word to and from the database takes 200 ms more, for 15 s',
    prepare: gated,
    async happens({ gates }) {
      for (const { database } of gates) database.delay(200)
      await delay(15 * SECOND_MS)
      for (const { database } of gates) database.delay(0)
    },
  },
  {
    name: 'redis-frozen',
    says: 'Redis is frozen for 15 s; both people came by one process',
    by: { fan: 0, influencer: 0 },
    happens: frozen(redisOf, 15),
  },
  {
    name: 'redis-lost',
    says: 'Redis is killed and started again, empty, 15 s later',
    happens: killed(redisOf, 15),
  },
  {
    name: 'redis-flushed',
    says: 'everything in Redis is thrown away (FLUSHALL)',
    async happens({ redis }) {
      await redis.flush()
      await delay(5 * SECOND_MS)
    },
  },
  {
    name: 'livekit-redis-lost',
    says: 'LiveKit stands on the same Redis, which is away for 15 s (not so in deploy/compose.yaml)',
    prepare: async () => ({ settings: { livekitRedis: 'ours' } }),
    allowed: standsFor(25),
    happens: killed(redisOf, 15),
  },
  {
    name: 'livekit-killed',
    says: 'the only LiveKit node is killed and started again 3 s later',
    allowed: standsFor(10),
    happens: killed(({ livekit }) => livekit, 3),
  },
  {
    name: 'livekit-node-lost',
    says: 'of two LiveKit nodes on one Redis the one that carries the call is killed; people and processes are sent to the other',
    prepare: async () => ({ settings: { hasOtherLivekit: true } }),
    allowed: standsFor(25),
    async happens({ livekit, otherLivekit }) {
      await livekit.kill()
      otherLivekit?.takeOver()
    },
  },
  {
    name: 'process-parted',
    says: 'the process of the influencer, in a network of its own, is cut off from everything for 15 s: TCP and UDP, silently',
    prepare: ownNetwork,
    async happens({ secondNetwork }) {
      await secondNetwork?.cut()
      await delay(15 * SECOND_MS)
      await secondNetwork?.mend()
    },
  },
  {
    name: 'parted-from-all',
    says: 'the process of the fan reaches neither database nor Redis nor LiveKit by TCP for 15 s',
    prepare: gated,
    async happens({ gates }) {
      const all = Object.values(gates[0] ?? {})
      for (const gate of all) gate.hold()
      await delay(15 * SECOND_MS)
      for (const gate of all) gate.release()
    },
  },
  {
    name: 'parted-from-redis',
    says: 'the process of the fan and Redis do not hear each other for 15 s',
    prepare: gated,
    happens: parted('redis', 15),
  },
  {
    name: 'parted-from-livekit',
    says: 'the process of the fan reaches LiveKit by TCP no more for 15 s (what it hears by UDP stays)',
    prepare: gated,
    happens: parted('livekit', 15),
  },
  {
    name: 'parted-from-database',
    says: 'the process of the fan and the database do not hear each other for 15 s',
    prepare: gated,
    happens: parted('database', 15),
  },
  {
    name: 'disk-full',
    says: 'the disk of both DATA_DIRs is full for 10 s (a tmpfs of 24 MB)',
    prepare: smallDisk,
    async happens({ folder }) {
      const filler = join(folder, 'filler')
      // The write takes the free space and then fails, as intended.
      await writeFile(filler, Buffer.alloc(32 * 1024 * 1024)).catch(() => undefined)
      await delay(10 * SECOND_MS)
      await rm(filler)
    },
  },
  {
    name: 'postgres-disk-full',
    says: 'the disk under Postgres is full for 10 s (a tmpfs of 400 MB); it is started again if that ended it',
    allowed: { clockStoodSeconds: 25, unpaidSeconds: 25 },
    prepare: postgresDisk,
    async happens({ postgres }) {
      const filler = join(dirname(postgres.directory), 'filler')
      await fillDisk(filler)
      // Postgres has to begin another file of its log, which a busy server does by itself.
      await captureCommand([join(postgres.bin, 'psql'), postgres.url, '-c', 'select pg_switch_wal()'])
      await delay(10 * SECOND_MS)
      await rm(filler)
      if (!(await postgres.isRunning())) await postgres.start()
    },
  },
  {
    name: 'udp-lossy',
    says: 'a third of all UDP packets to and from LiveKit is lost for 15 s, those of the monitors too',
    prepare: needsPacketFilter,
    happens: ({ livekit }) => losing(livekit.udpPort, { part: 0.33, seconds: 15 }),
  },
  {
    name: 'udp-lost',
    says: 'all UDP packets to and from LiveKit are lost for 8 s, those of the monitors too',
    // No packets arrive, so nobody pays; both reconnect by TCP or when packets arrive again.
    allowed: { ...standsFor(25), unpaidSeconds: 5 },
    prepare: needsPacketFilter,
    happens: ({ livekit }) => losing(livekit.udpPort, { part: 1, seconds: 8 }),
  },
  {
    name: 'clock-skewed',
    says: 'the clock of the second process is 20 s ahead all the time',
    prepare: skewedClock,
    happens: () => delay(10 * SECOND_MS),
  },
  {
    name: 'standby-lagging',
    says: 'the primary is lost while its standby lags; the operator promotes the standby, mends the books and starts the processes',
    // Used time that the standby lacks is not charged, nor the time until the old processes notice.
    allowed: { clockStoodSeconds: 25, unpaidSeconds: 25 },
    prepare: async () =>
      hasReplication() ? { settings: { hasStandby: true } } : 'pg_basebackup is not beside this Postgres',
    happens: loseToStandby,
  },
]

async function ownNetwork() {
  const network = await openOwnNetwork()
  return typeof network === 'string'
    ? network
    : { settings: { secondNetwork: network }, undo: network.remove }
}

async function smallDisk() {
  const disk = await mountDisk(24)
  return typeof disk === 'string' ? disk : { settings: { folder: disk.folder }, undo: disk.undo }
}

/** Postgres runs as another user, who has to reach its data. */
async function postgresDisk() {
  const disk = await mountDisk(400)
  return typeof disk === 'string' ? disk : { settings: { postgresFolder: disk.folder }, undo: disk.undo }
}

/** Writes until the disk is full. */
async function fillDisk(path: string): Promise<void> {
  const file = await open(path, 'w')
  try {
    for (;;) await file.write(Buffer.alloc(1024 * 1024))
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
  } finally {
    await file.close()
  }
}

/** Rules of the packet filter for one port of the loopback. */
const dropRules = (port: number, part: number) =>
  (['--dport', '--sport'] as const).map(side => [
    ...['INPUT', '-i', 'lo', '-p', 'udp', side, String(port)],
    ...['-m', 'statistic', '--mode', 'random', '--probability', String(part), '-j', 'DROP'],
  ])

async function losing(port: number, loss: { part: number; seconds: number }): Promise<void> {
  const rules = dropRules(port, loss.part)
  for (const rule of rules) await captureCommand(['iptables', '-I', ...rule])
  try {
    await delay(loss.seconds * SECOND_MS)
  } finally {
    for (const rule of rules) await captureCommand(['iptables', '-D', ...rule])
  }
}

async function needsPacketFilter() {
  const { code } = await captureCommand(['iptables', '-S', 'INPUT']).catch(() => ({ code: 1 }))
  return code === 0 ? { settings: {} } : 'packets cannot be dropped here: it needs iptables and its rights'
}

async function mountDisk(megabytes: number) {
  const folder = await mkdtemp(join(tmpdir(), 'parley-small-disk-'))
  const size = `size=${megabytes}m,mode=755`
  const mounted = await captureCommand(['mount', '-t', 'tmpfs', '-o', size, 'tmpfs', folder])
  if (mounted.code !== 0) {
    await rm(folder, { recursive: true })
    return 'a small disk cannot be mounted by this user'
  }
  const undo = async () => {
    await captureCommand(['umount', '--lazy', folder])
    await rm(folder, { recursive: true, force: true })
  }
  return { folder, undo }
}

/** libfaketime, from the package `faketime`. */
const FAKETIME = '/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1'

async function skewedClock() {
  const path = process.env.FAKETIME_LIBRARY ?? FAKETIME
  const isThere = await access(path).then(
    () => true,
    () => false,
  )
  if (!isThere) return `libfaketime is not on this machine (${path}, or name it by FAKETIME_LIBRARY)`
  const env = {
    LD_PRELOAD: path,
    FAKETIME: '+20s',
    DONT_FAKE_MONOTONIC: '1',
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  }
  return { settings: { secondEnv: env } }
}
