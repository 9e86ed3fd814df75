import {
  MEDIA_PING_EVERY_MS,
  type MediaClientMessage,
  type MediaServerMessage,
} from '@parley/contract/media-signalling'
import type { JoinAddress } from './video-room.ts'

interface MediaSocketEvents {
  onMessage(message: MediaServerMessage): void
  /** Called once, when the socket is lost or was never had; not after `close`. */
  onLost(): void
}

const OPEN_WITHIN_MS = 5_000

/** The signalling socket with a heartbeat of its own, since a browser does not notice that a network died. */
export class MediaSocket {
  #socket: WebSocket
  #events: MediaSocketEvents
  #heartbeat: ReturnType<typeof setInterval>
  #opening: ReturnType<typeof setTimeout>
  #awaitingPong = false
  #done = false

  constructor(address: JoinAddress, events: MediaSocketEvents) {
    this.#events = events
    const url = new URL(address.url)
    url.searchParams.set('token', address.token)
    this.#socket = new WebSocket(url)
    this.#socket.onmessage = event => this.#receive(String(event.data))
    this.#socket.onclose = () => this.#lost()
    this.#opening = setTimeout(() => {
      if (this.#socket.readyState !== WebSocket.OPEN) this.#lost()
    }, OPEN_WITHIN_MS)
    this.#heartbeat = setInterval(() => this.#beat(), MEDIA_PING_EVERY_MS)
  }

  send(message: MediaClientMessage): void {
    if (this.#socket.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message))
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
    if (message.type === 'media.pong') this.#awaitingPong = false
    else this.#events.onMessage(message)
  }

  #beat(): void {
    if (this.#awaitingPong) {
      this.#lost()
      return
    }
    this.#awaitingPong = true
    this.send({ type: 'media.ping' })
  }

  #lost(): void {
    if (this.#done) return
    this.close()
    this.#events.onLost()
  }
}
