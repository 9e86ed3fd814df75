import {
  MEDIA_PING_EVERY_MS,
  MEDIA_SIZES_PARAM,
  type MediaClientMessage,
  type MediaServerMessage,
} from '@parley/contract/media-signalling'
import type { JoinAddress } from './video-room.ts'

interface MediaSocketEvents {
  onMessage(message: MediaServerMessage): void
  /** Called once, when the socket is lost or never opened; not after `close`. */
  onLost(): void
}

const OPEN_WITHIN_MS = 5_000
/** TCP may repeat a lost ping later than the next one is due. */
const MISSED_PONGS_UNTIL_LOST = 2

/** The signalling socket with its own heartbeat, since a browser does not notice that a network is lost. */
export class MediaSocket {
  #socket: WebSocket
  #events: MediaSocketEvents
  #heartbeat: ReturnType<typeof setInterval>
  #opening: ReturnType<typeof setTimeout>
  #missedPongs = 0
  #onAnswer: (() => void) | null = null
  #done = false

  constructor(address: JoinAddress, events: MediaSocketEvents) {
    this.#events = events
    const url = new URL(address.url)
    url.searchParams.set('token', address.token)
    url.searchParams.set(MEDIA_SIZES_PARAM, '2')
    this.#socket = new WebSocket(url)
    this.#socket.onmessage = event => this.#receive(String(event.data))
    this.#socket.onclose = () => this.#lost()
    this.#opening = setTimeout(() => {
      if (this.#socket.readyState !== WebSocket.OPEN) this.#lost()
    }, OPEN_WITHIN_MS)
    this.#heartbeat = setInterval(() => this.#ping(), MEDIA_PING_EVERY_MS)
  }

  send(message: MediaClientMessage): void {
    if (this.#socket.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message))
  }

  /** Pings the server, and runs the action once it has answered; a newer action replaces one that still waits. */
  onceAnswered(action: () => void): void {
    this.#onAnswer = action
    this.send({ type: 'media.ping' })
  }

  close(): void {
    this.#done = true
    clearInterval(this.#heartbeat)
    clearTimeout(this.#opening)
    this.#socket.close()
  }

  #receive(text: string): void {
    if (this.#done) return
    const message = JSON.parse(text) as MediaServerMessage
    if (message.type === 'media.pong') this.#answered()
    else this.#events.onMessage(message)
  }

  #answered(): void {
    this.#missedPongs = 0
    const action = this.#onAnswer
    this.#onAnswer = null
    action?.()
  }

  #ping(): void {
    if (++this.#missedPongs > MISSED_PONGS_UNTIL_LOST) {
      this.#lost()
      return
    }
    this.send({ type: 'media.ping' })
  }

  #lost(): void {
    if (this.#done) return
    this.close()
    this.#events.onLost()
  }
}
