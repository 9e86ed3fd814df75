/** The relays of one person's network: one for TCP (HTTP and WebSockets), one for UDP (media). */
import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket as TcpSocket } from 'node:net'
import { type Line, Stream } from './line.ts'

const HERE = '127.0.0.1'

export interface Relay {
  port: number
  close(): void
}

/** Sends the data of one connection to the other; null is its end. */
function carry(line: Line, from: TcpSocket, to: TcpSocket): void {
  const stream = new Stream<Buffer | null>(line, piece => {
    if (to.destroyed) return
    if (piece === null) to.end()
    else to.write(piece)
  })
  from.on('data', chunk => stream.push(chunk))
  from.on('end', () => stream.push(null))
  // When one end closes, the data that the other end still had to send are dropped.
  from.on('close', () => stream.push(null))
  from.on('error', () => from.destroy())
}

/** Forwards connections to `port` of this machine over the simulated network. */
export async function relayTcp(line: Line, port: number): Promise<Relay> {
  const open = new Set<TcpSocket>()
  const server = createServer({ allowHalfOpen: true, noDelay: true }, near => {
    const far = connect({ port, host: HERE, noDelay: true, allowHalfOpen: true })
    carry(line, near, far)
    carry(line, far, near)
    for (const socket of [near, far]) {
      open.add(socket)
      socket.on('close', () => open.delete(socket))
    }
  })
  server.listen(0, HERE)
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    close() {
      server.close()
      for (const socket of open) socket.destroy()
    },
  }
}

export interface MediaRelay extends Relay {
  /** The port from which what this sender sends reaches the other end: its address as the other end sees it. */
  portFor(sender: Endpoint): Promise<number>
}

/** Forwards datagrams to `port` of this machine; each sender gets a socket of its own, as behind a router. */
export async function relayUdp(line: Line, port: number): Promise<MediaRelay> {
  const outer = createSocket('udp4')
  const inner = new Map<string, { socket: Socket; isBound: Promise<unknown> }>()
  let isOpen = true
  function innerOf({ address, port: from }: Endpoint) {
    const key = `${address}:${from}`
    const known = inner.get(key)
    if (known) return known
    const socket = createSocket('udp4')
    socket.on('message', reply => line.pass(() => isOpen && outer.send(reply, from, address)))
    const added = { socket, isBound: once(socket, 'listening') }
    socket.bind(0, HERE)
    inner.set(key, added)
    return added
  }
  outer.on('message', (packet, from) => {
    const { socket } = innerOf(from)
    line.pass(() => isOpen && socket.send(packet, port, HERE))
  })
  outer.bind(0, HERE)
  await once(outer, 'listening')
  return {
    port: outer.address().port,
    async portFor(sender) {
      const { socket, isBound } = innerOf(sender)
      await isBound
      return socket.address().port
    },
    close() {
      isOpen = false
      for (const { socket } of inner.values()) socket.close()
      outer.close()
    },
  }
}

export interface Endpoint {
  address: string
  port: number
}

/** Two connected ports: what one person sends to theirs reaches the other over both networks. */
export interface Wire {
  ports: [number, number]
  /** Sets where the person of this side receives. */
  know(side: 0 | 1, endpoint: Endpoint): void
  close(): void
}

/** Connects two people without a server, over the networks of both. */
export async function joinDirectly(lines: readonly [Line, Line]): Promise<Wire> {
  const sockets = [createSocket('udp4'), createSocket('udp4')] as const
  const ends: (Endpoint | undefined)[] = []
  let isOpen = true
  for (const side of [0, 1] as const) {
    const other = side === 0 ? 1 : 0
    sockets[side].on('message', packet =>
      lines[side].pass(() =>
        lines[other].pass(() => {
          const end = ends[other]
          if (isOpen && end) sockets[other].send(packet, end.port, end.address)
        }),
      ),
    )
    sockets[side].bind(0, HERE)
    await once(sockets[side], 'listening')
  }
  return {
    ports: [sockets[0].address().port, sockets[1].address().port],
    know(side, endpoint) {
      ends[side] ??= endpoint
    },
    close() {
      isOpen = false
      for (const socket of sockets) socket.close()
    },
  }
}
