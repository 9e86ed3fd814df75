import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Log } from '../../core/core.ts'
import {
  connectRedis,
  isRefusalOfRedis,
  RedisAway,
  type RedisConnection,
  type Script,
} from './redis-connection.ts'

/** All that is stored or said by us begins with this, so that the server may be shared. */
const PREFIX = 'parley:'
const PROBE_EVERY_MS = 1_000
const RETRY_AFTER_MS = 500
const PROBE_LIMIT_MS = 2_000
/** A key of ours; all keys of one thing lie in one slot of a cluster, which a script asks for. */
export const keyOf = (kind: string, of: string) => `${PREFIX}${kind}:{${of}}`

type OnMessage = (text: string) => void

/**
 * The link to Redis: up or unavailable. It is up while a message on one connection arrives on the other, checked
 * every second; anything else, also a single late answer, makes it unavailable until both connections were replaced.
 */
export class RedisLink {
  #url: string
  #log: Log
  #connection: RedisConnection | null = null
  #listeners = new Map<string, OnMessage>()
  /** What the connection of now listens to. */
  #listened = new Set<string>()
  #returnListeners: (() => void)[] = []
  #closing = new AbortController()
  #probeChannel = `${PREFIX}probe:${randomUUID()}`
  #handleProbe: (text: string) => void = () => undefined
  #keeping: Promise<void>

  private constructor(url: string, log: Log) {
    this.#url = url
    this.#log = log
    this.#listeners.set(this.#probeChannel, text => this.#handleProbe(text))
    this.#keeping = Promise.resolve()
  }

  /** Resolves after the first try, whether or not Redis is there: a server starts without it, too. */
  static async open(url: string, log: Log): Promise<RedisLink> {
    const link = new RedisLink(url, log)
    await link.#connect().catch(error => link.#noteAway(error))
    link.#keeping = link.#keep()
    return link
  }

  get isUp(): boolean {
    return this.#connection !== null
  }

  /** Called when Redis is back; what it stored may be lost. */
  onReturn(listener: () => void): void {
    this.#returnListeners.push(listener)
  }

  /** Runs a script; rejects at once while Redis is unavailable. */
  run(script: Script): Promise<unknown> {
    return this.#use(connection => connection.run(script))
  }

  publish(channel: string, text: string): Promise<void> {
    return this.#use(connection => connection.publish(PREFIX + channel, text))
  }

  /** Listens from now on, also on connections to come; one listener a channel. */
  async listen(channel: string, deliver: OnMessage): Promise<void> {
    this.#listeners.set(PREFIX + channel, deliver)
    await this.#use(connection => this.#listenTo(connection, [PREFIX + channel])).catch(ignore)
  }

  async unlisten(channel: string): Promise<void> {
    this.#listeners.delete(PREFIX + channel)
    await this.#use(connection => this.#endListening(connection, PREFIX + channel)).catch(ignore)
  }

  async close(): Promise<void> {
    this.#closing.abort()
    await this.#keeping
    this.#connection?.close()
    this.#connection = null
  }

  async #use<T>(work: (connection: RedisConnection) => Promise<T>): Promise<T> {
    const connection = this.#connection
    if (!connection) throw new RedisAway()
    try {
      return await work(connection)
    } catch (error) {
      if (isRefusalOfRedis(error)) throw error
      this.#lose(connection, error)
      throw error
    }
  }

  #lose(connection: RedisConnection, error: unknown): void {
    connection.close()
    if (this.#connection !== connection) return
    this.#connection = null
    this.#noteAway(error)
  }

  #noteAway(error: unknown): void {
    if (!this.#closing.signal.aborted)
      this.#log.warn({ err: error }, 'Redis is away; this process goes on alone')
  }

  async #listenTo(connection: RedisConnection, channels: string[]): Promise<void> {
    for (const channel of channels) this.#listened.add(channel)
    await connection.listen(channels)
  }

  async #endListening(connection: RedisConnection, channel: string): Promise<void> {
    if (this.#listened.delete(channel)) await connection.unlisten(channel)
  }

  /** Channels that were left while the connection was not yet in use. */
  async #endListeningInVain(): Promise<void> {
    const left = [...this.#listened].filter(channel => !this.#listeners.has(channel))
    await this.#use(connection =>
      Promise.all(left.map(channel => this.#endListening(connection, channel))),
    ).catch(ignore)
  }

  async #connect(): Promise<void> {
    const connection = await connectRedis(this.#url, {
      onMessage: (text, channel) => this.#listeners.get(channel)?.(text),
      onBroken: error => this.#lose(connection, error),
    })
    try {
      this.#listened.clear()
      for (;;) {
        const missing = [...this.#listeners.keys()].filter(channel => !this.#listened.has(channel))
        if (missing.length === 0) break
        await this.#listenTo(connection, missing)
      }
      await this.#probe(connection)
    } catch (error) {
      connection.close()
      throw error
    }
    this.#connection = connection
    await this.#endListeningInVain()
  }

  async #probe(connection: RedisConnection): Promise<void> {
    const sent = randomUUID()
    const { promise: received, resolve, reject } = Promise.withResolvers<void>()
    const timer = setTimeout(
      () => reject(new Error('Redis took a message and did not pass it on')),
      PROBE_LIMIT_MS,
    )
    this.#handleProbe = text => {
      if (text === sent) resolve()
    }
    try {
      await Promise.all([connection.publish(this.#probeChannel, sent), received])
    } finally {
      clearTimeout(timer)
    }
  }

  /** Supervises the connection until the link is closed. */
  async #keep(): Promise<void> {
    const { signal } = this.#closing
    while (!signal.aborted) {
      await delay(this.isUp ? PROBE_EVERY_MS : RETRY_AFTER_MS, undefined, { signal }).catch(ignore)
      if (signal.aborted) return
      if (this.isUp) await this.#use(connection => this.#probe(connection)).catch(ignore)
      else await this.#connect().then(() => this.#returned(), ignore)
    }
  }

  #returned(): void {
    if (!this.isUp) return
    this.#log.info({}, 'Redis is back')
    for (const listener of this.#returnListeners) listener()
  }
}

function ignore(): void {}
