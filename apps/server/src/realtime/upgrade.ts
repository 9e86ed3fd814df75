import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { closeCodes, SOCKET_FRAME_MAX_BYTES } from '@parley/contract'
import { WebSocketServer } from 'ws'
import type { Clock } from '../core/clock.ts'
import type { Log } from '../core/core.ts'
import type { Person } from '../core/person.ts'
import { type TalkAllowance, TalkAllowances } from './allowance.ts'
import { createPersonSocket, type PersonSocket, POLL_EVERY_MS } from './person-socket.ts'
import { createPulse } from './pulse.ts'

/** Admission of a person to a channel: allowed, or the contract's close code and the reason. */
export type Admission = { enter(socket: PersonSocket): void } | { code: number; reason: string }

/** A kind of presence socket: everything below `/{name}/{slug}/`. */
export interface Channel {
  name: string
  admit(person: Person, slug: string): Promise<Admission>
}

/** A socket with a protocol of its own, such as the video provider's signalling. */
export interface RawPath {
  path: string
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void
}

export interface UpgradeDeps {
  /** `PUBLIC_ORIGIN`; a function where the port is known only after listening. */
  publicOrigin: string | (() => string)
  clock: Clock
  log: Log
  /** Who holds this `t`, a bearer or a one-use ticket for this path; null when it is not good. */
  authenticateSocket(t: string, path: string): Promise<Person | null>
  channels: readonly Channel[]
  raw: readonly RawPath[]
  heartbeatMs?: number
}

export interface Upgrades {
  handle(request: IncomingMessage, socket: Duplex, head: Buffer): void
  attach(server: Server): void
  /** Refuses newcomers and asks everyone who is connected to come back later. */
  drain(): void
  openSockets(): number
}

const TRY_AGAIN_LATER = 1013
const RESTARTING = 'the server restarts'
/** Who has not said goodbye by then is cut off, so that a silent client cannot keep the server from stopping. */
const GOODBYE_WITHIN_MS = 1_000
const STATUS_TEXT = { 403: 'Forbidden', 404: 'Not Found', 503: 'Service Unavailable' } as const
const PAGE_ID = /^[A-Za-z0-9-]{1,40}$/
const SLUG = /^[A-Za-z0-9_-]{1,200}$/
/**
 * Upgrades whose person is still being looked up; more at once are refused, so that a flood cannot queue without end.
 */
const PENDING_MAX = 1_000

/** Every websocket of the server begins here: unknown paths and foreign pages get no further. */
export function createUpgrades(deps: UpgradeDeps): Upgrades {
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: SOCKET_FRAME_MAX_BYTES,
    perMessageDeflate: false,
  })
  const channels = new Map(deps.channels.map(channel => [channel.name, channel]))
  const raw = new Map(deps.raw.map(each => [withoutSlash(each.path), each]))
  const allowances = new TalkAllowances()
  const pollEveryMs = Math.min(POLL_EVERY_MS, deps.heartbeatMs ?? POLL_EVERY_MS)
  const pulse = createPulse(pollEveryMs)
  const connections = new Set<Duplex>()
  let isDraining = false
  let pending = 0

  function handle(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    // A connection reset before it is a websocket must not end the process.
    socket.on('error', () => socket.destroy())
    connections.add(socket)
    socket.on('close', () => connections.delete(socket))
    const url = parseUrl(request.url)
    const direct = url && raw.get(withoutSlash(url.pathname))
    const requested = url && upgradeOf(url)
    if (isDraining || pending >= PENDING_MAX) refuse(socket, 503)
    else if (isForeign(request.headers.origin, deps.publicOrigin)) refuse(socket, 403)
    else if (direct) direct.handleUpgrade(request, socket, head)
    else if (requested) {
      pending++
      admit(requested)
        .then(decided => accept(request, socket, { head, decided }))
        .finally(() => pending--)
    } else refuse(socket, 404)
  }

  function upgradeOf(url: URL): UpgradeRequest | null {
    const [, name = '', slug = '', ...rest] = withoutSlash(url.pathname).split('/')
    const channel = channels.get(name)
    if (!channel || rest.length > 0 || !SLUG.test(slug)) return null
    const page = url.searchParams.get('page') ?? ''
    const pageId = PAGE_ID.test(page) ? page : null
    return { channel, slug, path: `/${name}/${slug}/`, t: url.searchParams.get('t') ?? '', pageId }
  }

  /** Decides before the handshake, so that nothing a browser sends can arrive before its place is known. */
  async function admit({ channel, slug, path, t, pageId }: UpgradeRequest): Promise<Decided> {
    try {
      const person = await deps.authenticateSocket(t, path)
      if (!person) return { person: null, code: closeCodes.badToken, reason: 'bad token' }
      const admission = await channel.admit(person, slug)
      return 'enter' in admission
        ? { person, pageId, talk: allowances.of(`${person.id} ${slug}`), enter: admission.enter }
        : { person: null, ...admission }
    } catch (error) {
      deps.log.error({ err: error, channel: channel.name }, 'a socket could not be admitted')
      return { person: null, code: TRY_AGAIN_LATER, reason: 'try again' }
    }
  }

  function accept(request: IncomingMessage, socket: Duplex, { head, decided }: Handshake): void {
    if (socket.destroyed) return
    sockets.handleUpgrade(request, socket, head, accepted => {
      accepted.on('error', () => undefined) // `close` follows, with the code that says why.
      if (!decided.person) accepted.close(decided.code, decided.reason)
      else if (isDraining) accepted.close(closeCodes.goingAway, RESTARTING)
      else {
        const { person, pageId, talk } = decided
        const more = { connection: socket, pulse, pollEveryMs }
        decided.enter(createPersonSocket(accepted, { ...deps, ...more, person, pageId, talk }))
      }
    })
  }

  return {
    handle,
    attach: server => void server.on('upgrade', handle),
    drain() {
      isDraining = true
      for (const socket of sockets.clients) socket.close(closeCodes.goingAway, RESTARTING)
      const cutOff = () => {
        for (const connection of connections) connection.destroy()
      }
      setTimeout(cutOff, GOODBYE_WITHIN_MS).unref()
    },
    openSockets: () => sockets.clients.size,
  }
}

interface UpgradeRequest {
  channel: Channel
  slug: string
  path: string
  t: string
  pageId: string | null
}

type Decided =
  | { person: Person; pageId: string | null; talk: TalkAllowance; enter(socket: PersonSocket): void }
  | { person: null; code: number; reason: string }

interface Handshake {
  head: Buffer
  decided: Decided
}

/** Another site's page could open a socket in the name of its visitor; programs send no Origin at all. */
function isForeign(origin: string | undefined, own: UpgradeDeps['publicOrigin']): boolean {
  return origin !== undefined && origin !== (typeof own === 'string' ? own : own())
}

function refuse(socket: Duplex, status: keyof typeof STATUS_TEXT): void {
  socket.end(`HTTP/1.1 ${status} ${STATUS_TEXT[status]}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
  socket.once('finish', () => socket.destroy())
}

function parseUrl(url: string | undefined): URL | null {
  return url?.startsWith('/') && URL.canParse(url, 'http://localhost')
    ? new URL(url, 'http://localhost')
    : null
}

function withoutSlash(path: string): string {
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path
}
