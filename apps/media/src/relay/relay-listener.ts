import { chmodSync, rmSync } from 'node:fs'
import { createServer, type Server, type Socket } from 'node:net'
import type { Counters } from '../counters.ts'
import type { Room } from '../room.ts'
import { type Frame, FrameReader, readWanted, TAGS } from './frames.ts'
import { RelayOutlet } from './relay-outlet.ts'

/** Who connects says at once what they want. */
const WISH_WITHIN_MS = 2_000

interface ListenerDeps {
  /** A socket of this machine in a folder that only this user may enter: who connects gets the streams of any room. */
  path: string
  /** The room with this name, made when there is none; null when this worker has no place for it. */
  roomOf: (id: string) => Room | null
  /** Nobody may want this room any more. */
  onReleased: (id: string) => void
  counters: Counters
  now: () => number
}

/** Where other workers of this machine get the streams of this worker's rooms. */
export class RelayListener {
  #deps: ListenerDeps
  #server: Server
  #open = new Set<Socket>()

  constructor(deps: ListenerDeps) {
    this.#deps = deps
    rmSync(deps.path, { force: true }) // Of a predecessor that was killed.
    this.#server = createServer(socket => this.#accept(socket))
    this.#server.on('error', () => {
      deps.counters.callbackErrors++
    })
    this.#server.listen(deps.path, () => chmodSync(deps.path, 0o600))
  }

  #accept(socket: Socket): void {
    const reader = new FrameReader()
    this.#open.add(socket)
    let outlet: RelayOutlet | null = null
    const tooLate = setTimeout(() => socket.destroy(), WISH_WITHIN_MS)
    socket.on('error', () => {})
    socket.on('close', () => {
      clearTimeout(tooLate)
      this.#open.delete(socket)
    })
    socket.on('data', piece => {
      for (const frame of reader.read(piece)) {
        if (socket.destroyed) return
        if (outlet) outlet.handle(frame)
        else outlet = this.#grant(frame, socket)
        if (outlet) clearTimeout(tooLate)
        else socket.destroy()
      }
    })
  }

  #grant({ tag, bytes }: Frame, socket: Socket): RelayOutlet | null {
    const wanted = tag === TAGS.want ? readWanted(bytes) : null
    const room = wanted && this.#deps.roomOf(wanted.room)
    if (!wanted || !room) return null
    const { counters, now } = this.#deps
    const outlet = new RelayOutlet({ pipe: socket, room, wanted, counters, now })
    socket.on('close', () => {
      outlet.close()
      this.#deps.onReleased(wanted.room)
    })
    return outlet
  }

  close(): void {
    this.#server.close()
    for (const socket of this.#open) socket.destroy()
  }
}
