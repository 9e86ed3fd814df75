import { createClient, ErrorReply } from 'redis'

/** Redis did not answer a command within its limit: it is frozen, overloaded or cut off. */
export class RedisTimeout extends Error {
  constructor(command: string, limitMs: number) {
    super(`Redis did not answer ${command} within ${limitMs} ms`)
    this.name = 'RedisTimeout'
  }
}

/** There is no connection to Redis just now. */
export class RedisAway extends Error {
  constructor() {
    super('Redis is away')
    this.name = 'RedisAway'
  }
}

const CONNECT_LIMIT_MS = 2_000
export const COMMAND_LIMIT_MS = 1_000

/** Two connections to Redis, one that asks and one that listens, used until either breaks and never again after. */
export interface RedisConnection {
  /** Runs a script in one step; rejects with `RedisTimeout` when there is no answer in time. */
  run(script: Script): Promise<unknown>
  publish(channel: string, text: string): Promise<void>
  listen(channels: string[]): Promise<void>
  unlisten(channel: string): Promise<void>
  close(): void
}

export interface Script {
  name: string
  lua: string
  keys: string[]
  args: string[]
}

export interface ConnectionEvents {
  onMessage(text: string, channel: string): void
  /** Called once, when a connection that stood is lost. */
  onBroken(error: Error): void
}

/** Connects, or rejects soon. */
export async function connectRedis(url: string, events: ConnectionEvents): Promise<RedisConnection> {
  const open = () =>
    createClient({
      url,
      // A connection that broke is replaced as a whole, so that nothing written before is sent after.
      socket: { reconnectStrategy: false, connectTimeout: CONNECT_LIMIT_MS },
      disableOfflineQueue: true,
      maintNotifications: 'disabled',
      commandOptions: { timeout: 0 }, // `within` below sees to it.
    })
  const [commands, subscriber] = [open(), open()]
  let state: 'connecting' | 'standing' | 'closed' = 'connecting'
  function close(): void {
    state = 'closed'
    for (const client of [commands, subscriber]) client.destroy()
  }
  for (const client of [commands, subscriber])
    client.on('error', error => {
      const hasStood = state === 'standing'
      close()
      if (hasStood) events.onBroken(error)
    })
  try {
    const both = Promise.all([commands.connect(), subscriber.connect()])
    await within(CONNECT_LIMIT_MS, 'CONNECT', both)
  } catch (error) {
    close()
    throw error
  }
  state = 'standing'
  const deliver = (text: string, channel: string) => events.onMessage(text, channel)
  const soon = <T>(name: string, answer: Promise<T>) => within(COMMAND_LIMIT_MS, name, answer)
  return {
    run: ({ name, lua, keys, args }) => soon(name, commands.eval(lua, { keys, arguments: args })),
    async publish(channel, text) {
      await soon('PUBLISH', commands.publish(channel, text))
    },
    listen: channels => soon('SUBSCRIBE', subscriber.subscribe(channels, deliver)),
    unlisten: channel => soon('UNSUBSCRIBE', subscriber.unsubscribe(channel, deliver)),
    close,
  }
}

/** The client's own limit holds only until a command is written; a frozen server has taken it already. */
async function within<T>(limitMs: number, name: string, answer: Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new RedisTimeout(name, limitMs)), limitMs)
  try {
    return await Promise.race([answer, late])
  } finally {
    clearTimeout(timer)
  }
}

/** Whether Redis answered with a refusal. A server that still loads, or that takes no writes, counts as unreachable. */
export function isRefusalOfRedis(error: unknown): boolean {
  return error instanceof ErrorReply && !/^(LOADING|READONLY|MASTERDOWN|NOAUTH|MISCONF)/.test(error.message)
}
