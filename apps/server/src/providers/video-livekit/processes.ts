import type { LivekitLog, LivekitOptions } from './options.ts'
import type { WebhookNews } from './webhook-routes.ts'

const CHANNEL = 'video-livekit'
const ALIVE_EVERY_MS = 3_000
const LOST_AFTER_MS = 10_000

interface Voided {
  roomId: string
  identity: string | 'everyone'
  /** The reason for a participant who still comes by such a ticket. */
  reason: string
}

interface EarlyAdmission {
  roomId: string
  identities: readonly string[]
}

interface Muted {
  roomId: string
  identity: string
  isMuted: boolean
}

type Message =
  | { kind: 'alive' }
  | ({ kind: 'void' } & Voided)
  | ({ kind: 'admit-early' } & EarlyAdmission)
  | ({ kind: 'muted' } & Muted)
  | { kind: 'news'; news: WebhookNews }

interface ProcessListeners {
  onVoid(voided: Voided): void
  onEarlyAdmission(admission: EarlyAdmission): void
  onMuted(muted: Muted): void
  onNews(news: WebhookNews): void
  /** A process is silent, or this one has just subscribed. */
  onLost(): Promise<void>
}

/** The messages between the processes of one application about LiveKit's rooms. */
export class Processes {
  #bus: LivekitOptions['bus']
  #issuer: string
  #log: LivekitLog
  #listeners: ProcessListeners
  #lastMessageMs = new Map<string, number>()
  #stops: (() => Promise<void>)[] = []
  #timer: NodeJS.Timeout
  #isFirst = true

  constructor(
    deps: { bus: LivekitOptions['bus']; issuer: string; log: LivekitLog },
    listeners: ProcessListeners,
  ) {
    this.#bus = deps.bus
    this.#issuer = deps.issuer
    this.#log = deps.log
    this.#listeners = listeners
    this.#bus
      .subscribe(CHANNEL, message => this.#handle(message))
      .then(
        stop => this.#stops.push(stop),
        error => this.#failed(error),
      )
    this.#timer = setInterval(() => this.#heartbeat(), ALIVE_EVERY_MS)
    this.#timer.unref()
    this.#publish({ kind: 'alive' })
  }

  isAlive(issuer: string): boolean {
    return issuer === this.#issuer || this.#lastMessageMs.has(issuer)
  }

  publishNews(news: WebhookNews): void {
    this.#publish({ kind: 'news', news })
  }

  publishVoid(voided: Voided): void {
    this.#publish({ kind: 'void', ...voided })
  }

  publishEarlyAdmission(admission: EarlyAdmission): void {
    this.#publish({ kind: 'admit-early', ...admission })
  }

  publishMuted(muted: Muted): void {
    this.#publish({ kind: 'muted', ...muted })
  }

  #publish(message: Message): void {
    this.#bus.publish(CHANNEL, { ...message, from: this.#issuer }).catch(error => this.#failed(error))
  }

  #failed(error: unknown): void {
    this.#log.warn({ err: error }, 'the other processes were not told of a change in a call')
  }

  #handle(received: Readonly<Record<string, unknown>>): void {
    // Only servers of one version write to the bus, so its messages are taken as they are.
    const { from, ...rest } = received as { from: string } & Message
    if (from === this.#issuer) return
    this.#lastMessageMs.set(from, performance.now())
    const message = rest as Message
    if (message.kind === 'void') this.#listeners.onVoid(message)
    if (message.kind === 'admit-early') this.#listeners.onEarlyAdmission(message)
    if (message.kind === 'muted') this.#listeners.onMuted(message)
    if (message.kind === 'news') this.#listeners.onNews(message.news)
  }

  #heartbeat(): void {
    this.#publish({ kind: 'alive' })
    const lost = [...this.#lastMessageMs].filter(([, atMs]) => performance.now() - atMs > LOST_AFTER_MS)
    for (const [issuer] of lost) this.#lastMessageMs.delete(issuer)
    if (lost.length === 0 && !this.#isFirst) return
    this.#isFirst = false
    this.#listeners.onLost().catch(error => {
      this.#isFirst = true
      this.#failed(error)
    })
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    for (const stop of this.#stops.splice(0)) await stop()
  }
}
