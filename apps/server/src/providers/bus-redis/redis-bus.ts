import { randomUUID } from 'node:crypto'
import type { Log } from '../../core/core.ts'
import type { Bus, BusMessage } from '../../domains/calls/bus.ts'
import type { RedisLink } from './redis-link.ts'
import { redisNotes } from './redis-notes.ts'
import { redisPresence } from './redis-presence.ts'

export interface RedisBusOptions {
  link: RedisLink
  /** The bus of this process alone, which continues while Redis is unavailable. */
  own: Bus
  log: Log
}

interface Envelope {
  from: string
  message: BusMessage
}

/**
 * Connects the buses of all processes through Redis. A subscriber in the publisher's process gets a message without
 * Redis, so an outage separates the processes and stops none; for the same reason each process also stores its own
 * entries.
 */
export function createRedisBus({ link, own, log }: RedisBusOptions): Bus {
  const self = randomUUID()
  const shared = redisPresence(link)
  const notes = redisNotes(link)
  const subscriptions = new Map<string, { listeners: number; ready: Promise<void> }>()

  /** What Redis answers, or what this process knows by itself. */
  async function orAlone<T>(redis: () => Promise<T>, alone: () => T | Promise<T>): Promise<T> {
    if (!link.isUp) return alone()
    return redis().catch(error => {
      log.debug({ err: error }, 'Redis did not answer; this process answers by itself')
      return alone()
    })
  }

  /** A message of another version, or of another program that writes here, must not end this process and its calls. */
  async function deliver(channel: string, text: string): Promise<void> {
    try {
      const { from, message } = JSON.parse(text) as Envelope
      if (from !== self) await own.publish(channel, message)
    } catch (err) {
      log.warn({ err, channel }, 'a message of Redis could not be delivered')
    }
  }

  async function startListening(channel: string): Promise<void> {
    const found = subscriptions.get(channel)
    const ready = found?.ready ?? link.listen(channel, text => void deliver(channel, text))
    subscriptions.set(channel, { listeners: (found?.listeners ?? 0) + 1, ready })
    await ready
  }

  async function stopListening(channel: string): Promise<void> {
    const found = subscriptions.get(channel)
    if (!found || --found.listeners > 0) return
    subscriptions.delete(channel)
    await link.unlisten(channel)
  }

  return {
    reach: 'many-processes',
    isWell: () => link.isUp,
    onReturn: listener => link.onReturn(listener),
    async publish(channel, message) {
      await own.publish(channel, message)
      const envelope: Envelope = { from: self, message }
      await orAlone(
        () => link.publish(channel, JSON.stringify(envelope)),
        () => undefined,
      )
    },
    async subscribe(channel, listener) {
      const stop = await own.subscribe(channel, listener)
      await startListening(channel)
      let isStopped = false
      return async () => {
        if (isStopped) return
        isStopped = true
        await stop()
        await stopListening(channel)
      }
    },
    async enter(room, entry, ttlMs) {
      const replacedHere = await own.enter(room, entry, ttlMs)
      return orAlone(
        () => shared.enter(room, entry, ttlMs),
        () => replacedHere,
      )
    },
    async renew(room, entries, ttlMs) {
      const replacedHere = await own.renew(room, entries, ttlMs)
      return orAlone(
        () => shared.renew(room, entries, ttlMs),
        () => replacedHere,
      )
    },
    async leave(room, entry) {
      await own.leave(room, entry)
      await orAlone(
        () => shared.leave(room, entry),
        () => undefined,
      )
    },
    present: (room, glance) =>
      orAlone(
        () => shared.present(room, glance),
        () => own.present(room, glance),
      ),
    async append(list, line, bounds) {
      await own.append(list, line, bounds)
      await orAlone(() => notes.append(list, line, bounds), nothing)
    },
    lines: (list, last) =>
      orAlone(
        () => notes.lines(list, last),
        () => own.lines(list, last),
      ),
    async removeLines(list, lines) {
      await own.removeLines(list, lines)
      await orAlone(() => notes.removeLines(list, lines), nothing)
    },
    async claim(thing, ttlMs) {
      const leftHereMs = await own.claim(thing, ttlMs)
      return leftHereMs > 0
        ? leftHereMs
        : orAlone(
            () => notes.claim(thing, ttlMs),
            () => 0,
          )
    },
    async setField(record, field) {
      await own.setField(record, field)
      await orAlone(() => notes.setField(record, field), nothing)
    },
    fields: record =>
      orAlone(
        () => notes.fields(record),
        () => own.fields(record),
      ),
    async endIn(name, ttlMs) {
      await own.endIn(name, ttlMs)
      await orAlone(() => notes.endIn(name, ttlMs), nothing)
    },
    async close() {
      await link.close()
      await own.close()
    },
  }
}

function nothing(): void {}
