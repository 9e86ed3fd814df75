/** LiveKit's signalling, as far as a participant without a browser needs it (livekit.io, client protocol). */
import { DisconnectReason, LeaveRequest, SignalRequest, SignalResponse } from '@livekit/protocol'
// Node's own WebSocket loses what comes right before the end of a connection, which is where LiveKit says why it ends.
import { WebSocket } from 'ws'

export type SignalMessage = NonNullable<SignalResponse['message']>
type SignalQuestion = NonNullable<SignalRequest['message']>

/**
 * The newest protocol that still keeps one connection a direction, with offers of the server's for what one receives.
 */
const PROTOCOL = 15
const PING_EVERY_MS = 2_000
/** A signalling connection that is silent for longer is dead, whatever TCP reports. */
const SILENT_AFTER_MS = 6_000

export interface SignalAddress {
  url: string
  token: string
  /** Whether everything that is published is received, or only the subscribed tracks. */
  receives: 'all' | 'what is requested'
}

interface SignalEvents {
  onMessage(message: SignalMessage): void
  /**
   * Called once, when the connection is lost or refused, then with the HTTP status, or the code of what failed; not
   * after `close`.
   */
  onLost(status?: number, code?: string): void
}

export class LivekitSignal {
  #socket: WebSocket
  #events: SignalEvents
  #pings: NodeJS.Timeout
  #lastMessageMs = performance.now()
  #isDone = false

  constructor(address: SignalAddress, events: SignalEvents) {
    this.#events = events
    const url = new URL('rtc', address.url.endsWith('/') ? address.url : `${address.url}/`)
    url.protocol = url.protocol.replace('http', 'ws')
    const query = {
      access_token: address.token,
      auto_subscribe: address.receives === 'all' ? '1' : '0',
      protocol: String(PROTOCOL),
      sdk: 'js',
    }
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
    this.#socket = new WebSocket(url)
    this.#socket.on('message', data => this.#receive(data))
    this.#socket.on('unexpected-response', (_request, response) => this.#lost(response.statusCode))
    this.#socket.on('close', () => this.#lost())
    this.#socket.on('error', error => this.#lost(undefined, codeOf(error)))
    this.#pings = setInterval(() => this.#ping(), PING_EVERY_MS)
  }

  get silentMs(): number {
    return performance.now() - this.#lastMessageMs
  }

  send(message: SignalQuestion): void {
    if (this.#socket.readyState !== WebSocket.OPEN) return
    this.#socket.send(new SignalRequest({ message }).toBinary())
  }

  /** Says goodbye, so that the server does not wait for us to come back. */
  leave(): void {
    this.send({ case: 'leave', value: new LeaveRequest({ reason: DisconnectReason.CLIENT_INITIATED }) })
    this.close()
  }

  close(): void {
    this.#isDone = true
    clearInterval(this.#pings)
    this.#socket.close()
  }

  #receive(data: unknown): void {
    if (this.#isDone || !Buffer.isBuffer(data)) return
    this.#lastMessageMs = performance.now()
    const { message } = SignalResponse.fromBinary(data)
    this.#events.onMessage(message)
  }

  #ping(): void {
    if (this.silentMs > SILENT_AFTER_MS) this.#lost()
    else this.send({ case: 'ping', value: BigInt(Date.now()) })
  }

  #lost(status?: number, code?: string): void {
    if (this.#isDone) return
    this.close()
    this.#events.onLost(status, code)
  }
}

/** Such as `SELF_SIGNED_CERT_IN_CHAIN` or `ECONNREFUSED`; never the message, in which an address may stand. */
function codeOf(error: Error): string {
  return 'code' in error ? String(error.code) : error.name
}
