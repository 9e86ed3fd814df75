import { connect, createServer, type Server, type Socket } from 'node:net'
import { freePort } from '../../apps/server/src/testing/free-port.ts'

const POLL_EVERY_MS = 400
const ANSWERS_WITHIN_MS = 1_000
/** One late answer is the load of the machine; real balancers wait for a second one, too. */
const SICK_AFTER_FAILURES = 2

/** One port of the site: a client that connects to it is sent to the first process of its list that answers. */
interface Listener {
  port: number
  /** Ports of the processes, the preferred one first. */
  prefers: readonly number[]
}

interface Balancer {
  /** The port for each list of processes, in the order of the lists. */
  ports: readonly number[]
  close(): Promise<void>
}

/**
 * A TCP balancer as it stands before several processes: each of its ports has a preferred process. A process that does
 * not answer `/healthz` twice in a row loses its connections and gets no new ones until it answers again; a connection
 * that is refused goes to the next process at once.
 */
export async function openBalancer(doors: readonly (readonly number[])[]): Promise<Balancer> {
  const sick = new Set<number>()
  const failures = new Map<number, number>()
  const pairs = new Map<Socket, { to: number; other: Socket }>()
  const servers: Server[] = []
  const ports: number[] = []

  function join(from: Socket, candidates: readonly number[]): void {
    const [to, ...rest] = candidates
    if (to === undefined) return void from.destroy()
    const other = connect(to, '127.0.0.1')
    const failed = () => join(from, rest)
    other.once('error', failed)
    other.once('connect', () => {
      other.off('error', failed)
      other.on('error', () => other.destroy())
      pairs.set(from, { to, other })
      from.pipe(other).pipe(from)
      other.once('close', () => from.destroy())
      from.once('close', () => {
        pairs.delete(from)
        other.destroy()
      })
    })
  }

  async function openListener({ port, prefers }: Listener): Promise<void> {
    const server = createServer(from => {
      from.on('error', () => from.destroy())
      const [well, ill] = [prefers.filter(each => !sick.has(each)), prefers.filter(each => sick.has(each))]
      join(from, [...well, ...ill])
    })
    servers.push(server)
    await new Promise<void>(resolve => server.listen(port, '127.0.0.1', resolve))
  }

  async function checkHealth(port: number): Promise<void> {
    const signal = AbortSignal.timeout(ANSWERS_WITHIN_MS)
    // No answer is a failure.
    const answer = await fetch(`http://127.0.0.1:${port}/healthz`, { signal }).catch(() => undefined)
    const failed = answer?.ok ? 0 : (failures.get(port) ?? 0) + 1
    failures.set(port, failed)
    if (failed === 0) return void sick.delete(port)
    if (failed < SICK_AFTER_FAILURES) return
    sick.add(port)
    for (const [from, { to }] of pairs) if (to === port) from.destroy()
  }

  for (const prefers of doors) {
    const port = await freePort()
    ports.push(port)
    await openListener({ port, prefers })
  }
  const polls = setInterval(() => {
    for (const port of new Set(doors.flat())) void checkHealth(port)
  }, POLL_EVERY_MS)

  return {
    ports,
    async close() {
      clearInterval(polls)
      for (const from of pairs.keys()) from.destroy()
      for (const server of servers) await new Promise(resolve => server.close(resolve))
    },
  }
}
