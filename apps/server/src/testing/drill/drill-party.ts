import { setTimeout as delay } from 'node:timers/promises'
import type { CallTicket, SessionRequest } from '@parley/contract'
import { closeCodes } from '@parley/contract'
import { LivekitClient } from '@parley/media/testing/livekit'
import { WebSocket } from 'ws'
import type { TestPerson } from '../api-caller.ts'
import type { ServerProcess } from '../server-process.ts'

const POLL_EVERY_MS = 50
const LATE_AFTER_MS = 250
const HEARTBEAT_EVERY_MS = 10_000
const AGAIN_AFTER_MS = 300
const ANSWERS_WITHIN_MS = 3_000

interface PartyOptions {
  person: TestPerson
  side: 'fan' | 'influencer'
  request: SessionRequest
  /** The processes that this person uses, the preferred one first. */
  servers: readonly ServerProcess[]
  /** LiveKit's address for people, which may differ from that of the processes. */
  livekitUrl: string
}

/** One person of a call, who behaves as a page does: a presence socket and media, both reconnected after a loss. */
export class DrillParty {
  #options: PartyOptions
  #client: LivekitClient | null = null
  #socket: WebSocket | null = null
  #isOver = false
  #running: Promise<unknown>
  #countedBefore = 0
  /** When packets of the other person arrived. */
  readonly givenMs: number[] = []
  /** How long the polls took that came late: a busy machine polls, sends and receives late. */
  unseenMs = 0
  /** Why the server removed them from the room or closed their socket. */
  readonly turnedOut: string[] = []

  constructor(options: PartyOptions) {
    this.#options = options
    this.#running = Promise.all([this.#keepSocket(), this.#keepMedia(), this.#watch()])
  }

  get packets(): number {
    return this.#countedBefore + (this.#client?.packetsReceived ?? 0)
  }

  async leave(): Promise<void> {
    this.#isOver = true
    this.#client?.leave()
    this.#socket?.close()
    await this.#running
  }

  async #watch(): Promise<void> {
    let seen = 0
    let polledMs = Date.now()
    while (!this.#isOver) {
      const atMs = Date.now()
      if (atMs - polledMs > LATE_AFTER_MS) this.unseenMs += atMs - polledMs
      polledMs = atMs
      if (this.packets > seen) this.givenMs.push(Date.now())
      seen = this.packets
      await delay(POLL_EVERY_MS)
    }
  }

  /** The answer of the first process that answers. */
  async #request<T>(question: (server: ServerProcess) => Promise<T | null>): Promise<T | null> {
    for (const server of this.#options.servers) {
      // The process may be down; the next one is asked.
      const answer = await question(server).catch(() => null)
      if (answer !== null) return answer
    }
    return null
  }

  async #keepMedia(): Promise<void> {
    const { side, request, person, livekitUrl } = this.#options
    const path = `/api/influencer/${side === 'fan' ? 'parley_requests' : 'requests'}/${request.id}/session/`
    while (!this.#isOver) {
      const ticket = await this.#request(async ({ origin }) => {
        const headers = { authorization: `Bearer ${person.access}` }
        const signal = AbortSignal.timeout(ANSWERS_WITHIN_MS)
        const answer = await fetch(`${origin}${path}`, { method: 'POST', headers, signal })
        return answer.ok ? ((await answer.json()) as CallTicket) : null
      })
      if (ticket) await this.#beIn(new LivekitClient({ url: livekitUrl, token: ticket.token }))
      if (!this.#isOver) await delay(AGAIN_AFTER_MS)
    }
  }

  async #beIn(client: LivekitClient): Promise<void> {
    this.#client = client
    if (this.#isOver) client.leave()
    const why = await client.ended
    this.#countedBefore += client.packetsReceived
    this.#client = null
    if (!this.#isOver) this.turnedOut.push(why)
  }

  async #keepSocket(): Promise<void> {
    while (!this.#isOver) {
      const code = await this.#request(server => this.#sit(server))
      // A stopping process closes with its own code, and its pages reconnect to the next one.
      const isSaid = code !== closeCodes.goingAway && Object.values<number | null>(closeCodes).includes(code)
      if (isSaid && !this.#isOver) this.turnedOut.push(`socket ${code}`)
      if (!this.#isOver) await delay(AGAIN_AFTER_MS)
    }
  }

  /** Answers the close code of the socket; rejects when it did not open. */
  async #sit({ origin }: ServerProcess): Promise<number> {
    const { request, person } = this.#options
    const address = new URL(`${origin.replace(/^http/, 'ws')}/chat/${request.slug}/`)
    address.searchParams.set('t', `Bearer ${person.access}`)
    address.searchParams.set('page', person.username)
    const socket = new WebSocket(address, { handshakeTimeout: ANSWERS_WITHIN_MS })
    this.#socket = socket
    if (this.#isOver) socket.close()
    const heartbeats = setInterval(() => {
      if (socket.readyState === socket.OPEN) socket.send(JSON.stringify({ type: 'heartbeat' }))
    }, HEARTBEAT_EVERY_MS)
    try {
      return await new Promise<number>((resolve, reject) => {
        socket.on('error', reject)
        socket.on('close', resolve)
      })
    } finally {
      clearInterval(heartbeats)
    }
  }
}
