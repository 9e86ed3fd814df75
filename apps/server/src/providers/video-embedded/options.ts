import type { KeyObject } from 'node:crypto'
import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import type { Ports, WorkerOptions } from '@parley/media'
import type { MediaProcessLog } from '../media-process/media-process.ts'
import { CONNECTIONS_PER_WORKER } from './placement.ts'

export interface EmbeddedVideoOptions {
  /** Where browsers find the application, e.g. https://parley.example. */
  publicOrigin: string
  /** The keys of join tokens now: the first one signs, all verify. */
  tokenKeys: () => readonly KeyObject[]
  /** Epoch milliseconds of the application's clock. */
  now: () => number
  log: MediaProcessLog
  /**
   * Local address the media ports bind; when absent every IPv4 interface, or the loopback where there is no other.
   */
  bindIp?: string
  /** Addresses announced to browsers instead of the bound ones, for a server behind one-to-one NAT. */
  publicIps?: string[]
  /** UDP ports: one shared (plus one more for each further worker), a range, or absent for any free one. */
  ports?: Ports
  workers?: number
  /** The number of video sizes of an event, 1 or 2: with 2 a viewer gets the one that fits their connection. */
  videoSizes?: number
  /**
   * How many connections a worker may have before a viewer of an event is put in another; what its ports have room
   * for, at most.
   */
  connectionsPerWorker?: number
  maxKbps?: number
  /** A TURN server with a shared secret (coturn, use-auth-secret) for networks that block UDP. */
  turn?: { urls: string[]; secret: string }
}

/** The ports as written in a setting: "41000", "41000-41999" or nothing; null when it is neither. */
export function parsePorts(text: string | undefined): Ports | null {
  if (!text) return { kind: 'any' }
  const match = /^(\d{1,5})(?:-(\d{1,5}))?$/.exec(text.trim())
  if (!match) return null
  const from = Number(match[1])
  const to = match[2] === undefined ? from : Number(match[2])
  if (from < 1 || to > 65_535 || to < from) return null
  return from === to ? { kind: 'shared', port: from } : { kind: 'range', from, to }
}

export const WORKERS_MAX = 64
/** For five connections: fewer are no use. */
const PORTS_PER_WORKER_MIN = 10
/** Two for each of the about 220 people that a worker can carry. */
const PORTS_PER_FULL_WORKER = 440

/** How many workers these ports have room for, at least one. */
export function workersWithin(ports: Ports): number {
  if (ports.kind === 'any') return WORKERS_MAX
  if (ports.kind === 'shared') return 65_536 - ports.port
  return Math.max(1, Math.floor((ports.to - ports.from + 1) / PORTS_PER_WORKER_MIN))
}

/**
 * How many workers there are unless the operator says: one for each core but one, which the server needs. A single port
 * stays the only one, because a firewall may have opened no other.
 */
export function workersFor(ports: Ports, cores: number): number {
  return Math.max(1, Math.min(cores - 1, fullWorkersWithin(ports)))
}

function fullWorkersWithin(ports: Ports): number {
  switch (ports.kind) {
    case 'any':
      return WORKERS_MAX
    case 'shared':
      return 1
    case 'range':
      return Math.floor((ports.to - ports.from + 1) / PORTS_PER_FULL_WORKER)
  }
}

/** Every IPv4 interface; on a machine without a network the loopback, which the library would otherwise leave out. */
function defaultBindIp(): string {
  const addresses = Object.values(networkInterfaces()).flatMap(list => list ?? [])
  return addresses.some(({ family, internal }) => family === 'IPv4' && !internal) ? '0.0.0.0' : '127.0.0.1'
}

/** One of several workers. */
export interface WorkerPlace {
  index: number
  count: number
  /** A folder that only this user may enter, in which the workers meet; null for one worker alone. */
  relayFolder: string | null
}

/** The settings of a worker: its share of the ports, and the sockets of the other workers. */
export function workerOptions(options: EmbeddedVideoOptions, place: WorkerPlace): WorkerOptions {
  const { index, count, relayFolder } = place
  const ports = options.ports ?? { kind: 'any' }
  const base = {
    bindIp: options.bindIp ?? defaultBindIp(),
    publicIps: options.publicIps ?? [],
    relayPath: relayFolder === null ? null : join(relayFolder, `worker-${index}`),
  }
  if (ports.kind === 'any') return { ...base, ports }
  if (ports.kind === 'shared') return { ...base, ports: { kind: 'shared', port: ports.port + index } }
  const share = Math.floor((ports.to - ports.from + 1) / count)
  const from = ports.from + index * share
  return { ...base, ports: { kind: 'range', from, to: from + share - 1 } }
}

/**
 * How many connections a worker may have before viewers of an event are put in another: a connection may need two
 * ports.
 */
export function capacityOf(
  { connectionsPerWorker = CONNECTIONS_PER_WORKER }: EmbeddedVideoOptions,
  ports: Ports,
): number {
  if (ports.kind !== 'range') return connectionsPerWorker
  // Two connections are left for the host: theirs, and the one that it replaces.
  return Math.max(1, Math.min(connectionsPerWorker, Math.floor((ports.to - ports.from + 1) / 2) - 2))
}
