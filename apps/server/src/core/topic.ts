import { AsyncLocalStorage } from 'node:async_hooks'
import type * as z from 'zod/mini'

/** A kind of work in the outbox: its name in the table, and the payload of each piece of work. */
export interface Topic<Payload extends object> {
  readonly name: string
  /** Throws if a stored payload is not of this topic. */
  parse(payload: unknown): Payload
}

/**
 * Defines a topic once, for the sender and for the handlers. A released name never changes: stored work carries it.
 */
export function defineTopic<Payload extends object>(
  name: string,
  schema: z.ZodMiniType<Payload>,
): Topic<Payload> {
  return { name, parse: payload => schema.parse(payload) }
}

/** Does one piece of work; the id is the same at each retry. */
export type WorkHandler<Payload extends object> = (payload: Payload, workId: string) => Promise<void>

/** A handler with its topic. A topic has one handler, or several subscribers, each with its own row. */
export interface TopicWork {
  readonly topic: string
  /** The name of the subscriber, which never changes; null for the one handler of a topic. */
  readonly subscriber: string | null
  handle(payload: unknown, workId: string): Promise<void>
}

/** The one handler of a topic. */
export function workOf<Payload extends object>(
  topic: Topic<Payload>,
  handler: WorkHandler<Payload>,
): TopicWork {
  return {
    topic: topic.name,
    subscriber: null,
    handle: async (payload, workId) => handler(topic.parse(payload), workId),
  }
}

/** One of several handlers of a topic. */
export function shareOf<Payload extends object>(
  topic: Topic<Payload>,
  subscriber: string,
  handler: WorkHandler<Payload>,
): TopicWork {
  return { ...workOf(topic, handler), subscriber }
}

const current = new AsyncLocalStorage<WrittenBy>()

export type WrittenBy = 'bulk' | 'one'

/**
 * Runs work for one person, or bulk work: for thousands. Whatever bulk work writes into the outbox is bulk work, too,
 * without a parameter through every function that may write, which one of them would forget.
 */
export function runAs<T>(by: WrittenBy, work: () => T): T {
  return current.run(by, work)
}

/** Whose work is being done; outside of `runAs` that of one person. */
export const writtenBy = (): WrittenBy => current.getStore() ?? 'one'
