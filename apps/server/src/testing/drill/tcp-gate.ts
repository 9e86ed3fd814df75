import { connect, createServer, type Socket } from 'node:net'

/** A TCP connection between two programs that a drill may delay, hold or redirect. */
export interface TcpGate {
  host: string
  port: number
  /** Sends new connections to another port from now on, as a balancer does when a server is lost. */
  turnTo(port: number): void
  /** Lets nothing pass and reports nothing, as in a network partition. */
  hold(): void
  /** Sends what was held, as TCP's retransmissions would. */
  release(): void
  /** Each piece passes so much later; 0 for at once. */
  delay(ms: number): void
  close(): Promise<void>
}

/** Forwards connections of a free port to the port of another program on this machine. */
export async function openTcpGate(first: number, host = '127.0.0.1'): Promise<TcpGate> {
  let to = first
  const sockets = new Set<Socket>()
  let delayMs = 0
  let isHeld = false
  let released = Promise.withResolvers<void>()

  /** One direction, piece after piece. */
  function pass(from: Socket, into: Socket): void {
    let turn = Promise.resolve()
    from.on('data', piece => {
      const dueMs = performance.now() + delayMs
      turn = turn.then(async () => {
        const leftMs = dueMs - performance.now()
        if (leftMs > 0) await new Promise(resolve => setTimeout(resolve, leftMs))
        while (isHeld) await released.promise
        if (!into.destroyed) into.write(piece)
      })
    })
    from.on('error', () => from.destroy())
    from.once('close', () => {
      sockets.delete(from)
      turn = turn.then(async () => {
        while (isHeld) await released.promise
        into.destroy()
      })
    })
  }

  const server = createServer(socket => {
    const other = connect(to, '127.0.0.1')
    for (const each of [socket, other]) {
      each.setNoDelay(true)
      sockets.add(each)
    }
    pass(socket, other)
    pass(other, socket)
  })
  await new Promise<void>(resolve => server.listen(0, host, resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('a gate has no port')
  function release(): void {
    isHeld = false
    released.resolve()
    released = Promise.withResolvers<void>()
  }

  return {
    host,
    port: address.port,
    turnTo(port) {
      to = port
    },
    hold() {
      isHeld = true
    },
    release,
    delay(ms) {
      delayMs = ms
    },
    async close() {
      release()
      for (const socket of sockets) socket.destroy()
      await new Promise(resolve => server.close(resolve))
    },
  }
}

/** The same address with the port of a gate. */
export function throughGate(url: string, gate: TcpGate): string {
  const changed = new URL(url)
  changed.hostname = gate.host
  changed.port = String(gate.port)
  return changed.toString()
}
