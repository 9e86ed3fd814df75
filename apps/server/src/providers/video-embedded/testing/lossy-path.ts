/**
 * A UDP path that loses, delays and limits, between browsers and a media worker with one shared port. Each client gets
 * a socket of its own towards the worker.
 */
import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'

export interface Impairment {
  /** Share of packets lost, 0 to 1. */
  loss: number
  delayMs: number
  /** What fits a second; more queues up to 300 ms and is then dropped. Infinity for no limit. */
  kbps: number
}

const MAX_QUEUE_MS = 300

class Lane {
  #freeAtMs = 0
  #impairment: () => Impairment

  constructor(impairment: () => Impairment) {
    this.#impairment = impairment
  }

  pass(bytes: number, deliver: () => void): void {
    const { loss, delayMs, kbps } = this.#impairment()
    if (Math.random() < loss) return
    const nowMs = performance.now()
    const startMs = Math.max(nowMs, this.#freeAtMs)
    if (startMs - nowMs > MAX_QUEUE_MS) return
    this.#freeAtMs = startMs + (bytes * 8) / kbps
    setTimeout(deliver, this.#freeAtMs - nowMs + delayMs)
  }
}

/**
 * Listens on `publicIp:port` and passes everything on to `workerIp:port`; `client` numbers the clients in order of
 * arrival.
 */
export async function openLossyPath(
  address: { publicIp: string; workerIp: string; port: number },
  impairmentOf: (client: number, direction: 'up' | 'down') => Impairment,
): Promise<() => void> {
  const outer = createSocket('udp4')
  let open = true
  const inner = new Map<string, { socket: Socket; up: Lane }>()
  outer.on('message', (packet, from) => {
    const key = `${from.address}:${from.port}`
    let known = inner.get(key)
    if (!known) {
      const client = inner.size
      const socket = createSocket('udp4')
      const down = new Lane(() => impairmentOf(client, 'down'))
      socket.on('message', reply =>
        down.pass(reply.length, () => open && outer.send(reply, from.port, from.address, () => {})),
      )
      known = { socket, up: new Lane(() => impairmentOf(client, 'up')) }
      inner.set(key, known)
    }
    const { socket, up } = known
    up.pass(packet.length, () => open && socket.send(packet, address.port, address.workerIp, () => {}))
  })
  outer.bind(address.port, address.publicIp)
  await once(outer, 'listening')
  return () => {
    open = false
    for (const { socket } of inner.values()) socket.close()
    outer.close()
  }
}
