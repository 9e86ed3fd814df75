import { networkInterfaces } from 'node:os'
import type { Ports, WorkerOptions } from '@parley/media'
import type { MediaProcessLog } from '../media-process/media-process.ts'

export interface EmbeddedVideoOptions {
  /** Where browsers find the application, e.g. https://parley.example. */
  publicOrigin: string
  tokenSecret: string
  /** Epoch milliseconds of the application's clock. */
  now: () => number
  log: MediaProcessLog
  /** Local address the media ports bind; when absent every IPv4 interface, or the loopback where there is no other. */
  bindIp?: string
  /** Addresses announced to browsers instead of the bound ones, for a server behind one-to-one NAT. */
  publicIps?: string[]
  /** UDP ports: one shared (plus one more for each further worker), a range, or absent for any free one. */
  ports?: Ports
  workers?: number
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

/** Every IPv4 interface; on a machine without a network the loopback, which the library would otherwise leave out. */
function defaultBindIp(): string {
  const addresses = Object.values(networkInterfaces()).flatMap(list => list ?? [])
  return addresses.some(({ family, internal }) => family === 'IPv4' && !internal) ? '0.0.0.0' : '127.0.0.1'
}

/** What worker number `index` of `count` is told: its own share of the ports. */
export function workerOptions(options: EmbeddedVideoOptions, index: number, count: number): WorkerOptions {
  const ports = options.ports ?? { kind: 'any' }
  const base = { bindIp: options.bindIp ?? defaultBindIp(), publicIps: options.publicIps ?? [] }
  if (ports.kind === 'any') return { ...base, ports }
  if (ports.kind === 'shared') return { ...base, ports: { kind: 'shared', port: ports.port + index } }
  const share = Math.floor((ports.to - ports.from + 1) / count)
  const from = ports.from + index * share
  return { ...base, ports: { kind: 'range', from, to: from + share - 1 } }
}
