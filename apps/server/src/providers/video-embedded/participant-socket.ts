import {
  MEDIA_PING_EVERY_MS,
  type MediaClientMessage,
  type MediaServerMessage,
  mediaClientMessage,
} from '@parley/contract/media-signalling'
import type { RawData, WebSocket } from 'ws'

const MESSAGES_PER_SECOND = 10
const MESSAGE_BURST = 30
/**
 * A client that reads nothing for this many bytes is cut off. Attack: one that sends pongs, and asks for offers that it
 * does not read.
 */
const UNREAD_MAX_BYTES = 1024 * 1024
const MISSED_PINGS_UNTIL_LOST = 2

interface SocketEvents {
  onMessage(message: MediaClientMessage): void
  /** Called once, for any reason of the close. */
  onClosed(): void
}

/**
 * One participant's signalling socket: checked messages in, a bounded rate of them, and a heartbeat, since TCP dies
 * silently.
 */
export class ParticipantSocket {
  #socket: WebSocket
  #events: SocketEvents
  #allowance = MESSAGE_BURST
  #missed = 0
  #heartbeat: NodeJS.Timeout
  #closed = false

  constructor(socket: WebSocket, events: SocketEvents) {
    this.#socket = socket
    this.#events = events
    socket.on('message', data => this.#receive(data))
    socket.on('pong', () => {
      this.#missed = 0
    })
    socket.on('close', () => this.#ended())
    socket.on('error', () => socket.terminate())
    this.#heartbeat = setInterval(() => this.#ping(), MEDIA_PING_EVERY_MS)
  }

  send(message: MediaServerMessage): void {
    if (this.#socket.readyState !== this.#socket.OPEN) return
    if (this.#socket.bufferedAmount > UNREAD_MAX_BYTES) this.#socket.terminate()
    else this.#socket.send(JSON.stringify(message))
  }

  /** Sends the client that it is over, and why, then closes. */
  end(reason: string): void {
    this.send({ type: 'media.end', reason })
    this.#socket.close(4410, 'over')
    this.#ended()
  }

  #ping(): void {
    this.#allowance = Math.min(
      MESSAGE_BURST,
      this.#allowance + (MESSAGES_PER_SECOND * MEDIA_PING_EVERY_MS) / 1000,
    )
    if (++this.#missed > MISSED_PINGS_UNTIL_LOST) this.#socket.terminate()
    else this.#socket.ping()
  }

  #receive(data: RawData): void {
    if (this.#closed) return
    if (--this.#allowance < 0) {
      this.#socket.close(4429, 'too many messages')
      return
    }
    const message = parse(String(data))
    if (message) this.#events.onMessage(message)
  }

  #ended(): void {
    if (this.#closed) return
    this.#closed = true
    clearInterval(this.#heartbeat)
    this.#events.onClosed()
  }
}

function parse(text: string): MediaClientMessage | null {
  try {
    const result = mediaClientMessage.safeParse(JSON.parse(text))
    return result.success ? result.data : null
  } catch {
    // Not JSON: the caller refuses the message.
    return null
  }
}
