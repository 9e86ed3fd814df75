import {
  type CallStats,
  type ClientMessage,
  closeCodes,
  MESSAGE_CALL_STATS,
  MESSAGE_ERROR,
  MESSAGE_PRESENCE_STATS,
  MESSAGE_SESSION,
  type ServerMessage,
} from '@parley/contract/calls'
import { CALL_STATS_EVERY_MS, DEFAULT_LURKERS, HEARTBEAT_MS } from '@parley/contract/constants'
import { MESSAGE_QUEUE, type QueueShown } from '@parley/contract/live/queue'
import { messages } from '@parley/contract/messages'
import { createStore, type Store } from '../../../store/store.ts'
import { Backoff } from '../../../video/backoff.ts'
import { isTalk, parseMessage, type TalkMessage } from './presence-messages.ts'
import { within } from './within.ts'

/** Why the socket is closed for good. */
export type PresenceEnd = 'logged-out' | 'age' | 'forbidden' | 'not-found' | 'replaced' | 'over' | 'left'

export interface PresenceSnapshot {
  status: 'connecting' | 'open' | 'reconnecting' | 'ended'
  endedBy: PresenceEnd | null
  /** Token and session have arrived: the video room can be joined. */
  hasTicket: boolean
  isInfluencer: boolean | null
  lurkers: number
  users: readonly string[]
}

/** The part of a WebSocket that is used. */
export interface SocketLike {
  readonly readyState: number
  onopen: ((event: Event) => void) | null
  onmessage: ((event: MessageEvent) => void) | null
  onclose: ((event: CloseEvent) => void) | null
  send(text: string): void
  close(): void
}

export interface PresenceDeps {
  /** `/chat/{slug}/`, `/paidchat/{slug}/` on the influencer's side, `/stream/{slug}/` of an event. */
  path: string
  /** The page's own `location.host` and `location.protocol`. */
  page: { host: string; protocol: string }
  requestType: 'private' | 'prepaid' | 'broadcast'
  requestTicket(path: string, signal: AbortSignal): Promise<string>
  /** One renewal of the login; 'out' when it is over. */
  renewLogin(): Promise<'in' | 'out'>
  /** Whether a failed call means that nobody is logged in any more. */
  isLoggedOut(error: unknown): boolean
  /** Whether a failed call means that the person was asked for their birth date and did not give it. */
  isBirthDateMissing(error: unknown): boolean
  openSocket(url: string): SocketLike
  /** Where the browser dispatches `online` and `offline`. */
  network: Pick<EventTarget, 'addEventListener' | 'removeEventListener'>
  /** `session`: at a queue, the turn that this is the time of. */
  onStats(stats: CallStats, session?: string): void
  /** What people write and how they react. */
  onTalk(talk: TalkMessage): void
  onErrors(sentences: readonly string[]): void
  /** For a queue: changes of the line. Each turn has another room, so no ticket is kept for later. */
  onQueue?: (queue: QueueShown) => void
}

/** A room token that was not used for this long may have expired (120 s): the page requests a fresh one. */
const TICKET_GOOD_FOR_MS = 30_000
const TICKET_WITHIN_MS = 10_000
const OPEN_WITHIN_MS = 5_000
const RETRY_AFTER_MS = 10_000
/**
 * How long a socket from before an outage has to show that it works: a newer one would first remove this person from
 * the room.
 */
const ANSWERS_WITHIN_MS = 500
/** While time runs the server sends a message every 5 s: a longer silence is a dead connection. */
const SILENT_AFTER_MS = 2 * CALL_STATS_EVERY_MS + 2_000
const OPEN = 1

const endings: Readonly<Record<number, PresenceEnd>> = {
  [closeCodes.forbidden]: 'forbidden',
  [closeCodes.notFound]: 'not-found',
  [closeCodes.replaced]: 'replaced',
  [closeCodes.over]: 'over',
}

/** The server's message with address and token to join, by a provider that this page may not know. */
type JoinTicket = Extract<ServerMessage, { handler: typeof MESSAGE_SESSION }>

type StatsMessage = Extract<ServerMessage, { handler: typeof MESSAGE_CALL_STATS }>

interface TicketRequest {
  resolve(ticket: JoinTicket): void
  reject(cause: Error): void
  timer: ReturnType<typeof setTimeout>
}

/** Thrown to a caller who waits for a ticket when the socket is closed for good. */
export class PresenceEnded extends Error {}

/** One person's place in one call: opened once, kept open, closed on leaving. */
export class PresenceSocket implements Store<PresenceSnapshot> {
  #deps: PresenceDeps
  #store = createStore<PresenceSnapshot>({
    status: 'connecting',
    endedBy: null,
    hasTicket: false,
    isInfluencer: null,
    lurkers: DEFAULT_LURKERS,
    users: [],
  })
  #socket: SocketLike | null = null
  /** Counts attempts, so that a slow answer of an older one is ignored. */
  #attempt = 0
  /** Identifies a new socket as one of this page, whose media may continue, and not of a newer tab. */
  #pageId = crypto.getRandomValues(new Uint32Array(3)).join('-')
  #backoff = new Backoff()
  #retry: ReturnType<typeof setTimeout> | undefined
  #opening: ReturnType<typeof setTimeout> | undefined
  #heartbeat: ReturnType<typeof setInterval> | undefined
  #silence: ReturnType<typeof setTimeout> | undefined
  #retryTimer: ReturnType<typeof setTimeout> | undefined
  #answering: ReturnType<typeof setTimeout> | undefined
  #renewed = false
  #unused: { ticket: JoinTicket; timer: ReturnType<typeof setTimeout> } | null = null
  #ticketRequests: TicketRequest[] = []
  /** The caller who waits for the ticket of the next turn; there may be no answer. */
  #earlyRequest: TicketRequest | null = null
  #online = () => this.#reopen()
  #offline = () => this.#store.set({ status: 'reconnecting' })

  subscribe = this.#store.subscribe
  getSnapshot = this.#store.getSnapshot

  constructor(deps: PresenceDeps) {
    this.#deps = deps
  }

  open(): void {
    this.#deps.network.addEventListener('online', this.#online)
    this.#deps.network.addEventListener('offline', this.#offline)
    void this.#connect()
  }

  close(): void {
    this.#end('left')
  }

  /** A ticket for the video room; each is valid for one connection. */
  nextTicket(): Promise<JoinTicket> {
    if (this.#isOver) return Promise.reject(new PresenceEnded())
    const unused = this.#unused
    if (unused) {
      this.#dropUnused()
      return Promise.resolve(unused.ticket)
    }
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#ticketRequests = this.#ticketRequests.filter(other => other !== request)
        reject(new Error('no way into the room was given in time'))
      }, TICKET_WITHIN_MS)
      const request: TicketRequest = { resolve, reject, timer }
      this.#ticketRequests.push(request)
      // A socket that is opening asks by itself once it is open.
      if (this.#socket?.readyState === OPEN) this.#requestSession()
    })
  }

  /** A ticket to wait for the next turn of a queue; rejects if none comes in time. */
  earlyTicket(): Promise<JoinTicket> {
    this.#refuseEarlyRequest()
    if (this.#socket?.readyState !== OPEN) return Promise.reject(new Error('the line is not reached'))
    this.send({ handler: 'get_session', handler_kwargs: { next: true } })
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => this.#refuseEarlyRequest(), TICKET_WITHIN_MS)
      this.#earlyRequest = { resolve, reject, timer }
    })
  }

  #refuseEarlyRequest(): void {
    clearTimeout(this.#earlyRequest?.timer)
    this.#earlyRequest?.reject(new Error('no way into the next turn is given'))
    this.#earlyRequest = null
  }

  dropTicket(): void {
    this.#dropUnused()
  }

  send(message: ClientMessage): void {
    if (this.#socket?.readyState === OPEN) this.#socket.send(JSON.stringify(message))
    else console.warn(messages.socketNotConnected)
  }

  get #isOver(): boolean {
    return this.#store.getSnapshot().status === 'ended'
  }

  async #connect(): Promise<void> {
    const attempt = ++this.#attempt
    try {
      const ticket = await within(OPEN_WITHIN_MS, signal => this.#requestTicket(signal))
      if (attempt !== this.#attempt || this.#isOver) return
      const { host, protocol } = this.#deps.page
      const scheme = protocol === 'https:' ? 'wss' : 'ws'
      const query = new URLSearchParams({ t: ticket, page: this.#pageId })
      this.#listen(this.#deps.openSocket(`${scheme}://${host}${this.#deps.path}?${query}`))
    } catch (error) {
      if (attempt !== this.#attempt || this.#isOver) return
      if (this.#deps.isLoggedOut(error)) this.#end('logged-out')
      else this.#retryLater()
    }
  }

  /** Another try would only ask again for the birth date, also where the person thinks for longer than this waits. */
  #requestTicket(signal: AbortSignal): Promise<string> {
    const { path, requestTicket, isBirthDateMissing } = this.#deps
    const requested = requestTicket(path, signal)
    // Every other failure is that of the attempt that waits for it.
    requested.catch(error => {
      if (isBirthDateMissing(error)) this.#end('age')
    })
    return requested
  }

  #listen(socket: SocketLike): void {
    this.#socket = socket
    socket.onopen = () => {
      clearTimeout(this.#opening)
      this.#heartbeat = setInterval(() => this.send({ type: 'heartbeat' }), HEARTBEAT_MS)
      this.#store.set({ status: 'open' })
      this.#dropUnused()
      for (let sent = 0; sent < Math.max(1, this.#ticketRequests.length); sent++) this.#requestSession()
    }
    socket.onmessage = event => this.#receive(String(event.data))
    socket.onclose = event => void this.#closed(event.code)
    this.#opening = setTimeout(() => this.#lost(), OPEN_WITHIN_MS)
  }

  #requestSession(): void {
    const { page, requestType } = this.#deps
    const type = requestType === 'prepaid' ? { request_type: requestType } : {}
    const kwargs = requestType === 'broadcast' ? {} : { host: page.host, protocol: page.protocol, ...type }
    this.send({ handler: 'get_session', handler_kwargs: kwargs })
  }

  #receive(text: string): void {
    const message = parseMessage(text)
    if (!message) return
    clearTimeout(this.#answering)
    this.#backoff.reset()
    this.#renewed = false
    this.#store.set({ status: 'open' })
    if (message.handler === MESSAGE_SESSION) this.#consumeTicket(message)
    if (message.handler === MESSAGE_PRESENCE_STATS) this.#store.set(message.payload)
    if (message.handler === MESSAGE_CALL_STATS) this.#handleStats(message)
    if (message.handler === MESSAGE_ERROR) this.#drainErrors(message.messages)
    if (message.handler === MESSAGE_QUEUE) this.#deps.onQueue?.(message.payload)
    if (isTalk(message)) this.#deps.onTalk(message)
  }

  /** Before the first ticket, an error means "not yet": a browser whose clock is ahead asks again. */
  #drainErrors(sentences: readonly string[]): void {
    this.#deps.onErrors(sentences)
    if (this.#deps.onQueue) this.#refuseRequest()
    if (this.#deps.onQueue || this.#store.getSnapshot().hasTicket) return
    clearTimeout(this.#retryTimer)
    this.#retryTimer = setTimeout(() => {
      if (this.#socket?.readyState === OPEN) this.#requestSession()
    }, RETRY_AFTER_MS)
  }

  /** A person whose turn has changed need not wait for an answer. */
  #refuseRequest(): void {
    const request = this.#ticketRequests.shift()
    if (!request) return
    clearTimeout(request.timer)
    request.reject(new Error('no way into a room is given now'))
  }

  #handleStats({ payload: stats, session }: StatsMessage): void {
    clearTimeout(this.#silence)
    if (stats.is_live) this.#silence = setTimeout(() => this.#lost(), SILENT_AFTER_MS)
    this.#deps.onStats(stats, session)
  }

  #consumeTicket(ticket: JoinTicket): void {
    if (ticket.is_early) {
      clearTimeout(this.#earlyRequest?.timer)
      this.#earlyRequest?.resolve(ticket)
      this.#earlyRequest = null
      return
    }
    const request = this.#ticketRequests.shift()
    if (request) {
      clearTimeout(request.timer)
      request.resolve(ticket)
    } else if (!this.#deps.onQueue) {
      this.#dropUnused()
      const timer = setTimeout(() => this.#dropUnused(), TICKET_GOOD_FOR_MS)
      this.#unused = { ticket, timer }
    }
    this.#store.set({ hasTicket: true, isInfluencer: ticket.is_influencer })
  }

  #dropUnused(): void {
    clearTimeout(this.#unused?.timer)
    this.#unused = null
  }

  async #closed(code: number): Promise<void> {
    const ending = endings[code]
    if (ending) return this.#end(ending)
    if (code !== closeCodes.badToken) return this.#lost()
    if (this.#renewed) return this.#end('logged-out')
    this.#renewed = true
    this.#dropSocket()
    this.#store.set({ status: 'reconnecting' })
    const attempt = this.#attempt
    // The network came back in between: a second socket would end this page as replaced.
    const isOvertaken = () => attempt !== this.#attempt
    try {
      if ((await this.#deps.renewLogin()) === 'out') this.#end('logged-out')
      else if (!this.#isOver && !isOvertaken()) void this.#connect()
    } catch {
      if (!isOvertaken()) this.#retryLater()
    }
  }

  #lost(): void {
    if (this.#isOver) return
    this.#dropSocket()
    this.#store.set({ status: 'reconnecting' })
    this.#retryLater()
  }

  #retryLater(): void {
    if (this.#isOver) return
    clearTimeout(this.#retry)
    this.#retry = setTimeout(() => void this.#connect(), this.#backoff.nextMs())
  }

  /**
   * The network is said to be back: no pause is worth keeping, and the connection before may be dead without knowing.
   */
  #reopen(): void {
    if (this.#isOver || this.#store.getSnapshot().status === 'open') return
    if (this.#socket?.readyState !== OPEN) {
      this.#openAnew()
      return
    }
    clearTimeout(this.#answering)
    this.#answering = setTimeout(() => this.#openAnew(), ANSWERS_WITHIN_MS)
    this.#requestSession()
  }

  #openAnew(): void {
    this.#dropSocket()
    clearTimeout(this.#retry)
    this.#backoff.reset()
    this.#store.set({ status: 'reconnecting' })
    void this.#connect()
  }

  #dropSocket(): void {
    clearTimeout(this.#opening)
    clearTimeout(this.#silence)
    clearTimeout(this.#retryTimer)
    clearTimeout(this.#answering)
    clearInterval(this.#heartbeat)
    this.#refuseEarlyRequest()
    const socket = this.#socket
    this.#socket = null
    this.#attempt++
    if (!socket) return
    socket.onopen = socket.onmessage = socket.onclose = null
    socket.close()
  }

  #end(endedBy: PresenceEnd): void {
    if (this.#isOver) return
    this.#dropSocket()
    clearTimeout(this.#retry)
    this.#dropUnused()
    this.#deps.network.removeEventListener('online', this.#online)
    this.#deps.network.removeEventListener('offline', this.#offline)
    for (const request of this.#ticketRequests) {
      clearTimeout(request.timer)
      request.reject(new PresenceEnded())
    }
    this.#ticketRequests = []
    this.#store.set({ status: 'ended', endedBy })
  }
}
