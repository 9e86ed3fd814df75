import type { SQLWrapper } from 'drizzle-orm'
import type { Moment } from '../db/built-once.ts'
import type { DbOrTx, Tx } from '../db/client.ts'
import type { Routes } from '../http/app-type.ts'
import type { TopicWork } from './topic.ts'

/** A domain's part of what people may take along, and of what happens when they delete their account. */
export interface PersonalData {
  /** The domain's fields of an account's export, without secrets; a long list as an async iterable. */
  exported(userId: string): Promise<Record<string, unknown>>
  /** Sentences that say why the account cannot be deleted yet; empty if it can. */
  deletionBlockers(db: DbOrTx, userId: string): Promise<string[]>
  /** Ends what is open and unpaid, so that nobody waits for the person: before the deletion, and after it. */
  closeUnpaid(userId: string): Promise<void>
  /** Deletes the person's own data in the transaction of the deletion. */
  erase(tx: Tx, userId: string): Promise<void>
}

/** The part of a domain that does only this much. */
export const personalDataOf = (parts: Partial<PersonalData>): PersonalData => ({
  exported: async () => ({}),
  deletionBlockers: async () => [],
  closeUnpaid: async () => undefined,
  erase: async () => undefined,
  ...parts,
})

/** Something that time alone makes due. */
export interface TimeRule {
  /**
   * A query that finds a row if there may be something to do. One statement reads the queries of all rules each second;
   * see `jobs/first-due-rule.ts`. Null: the rule is applied each second, and decides by itself how often it reads.
   */
  due: ((db: DbOrTx, now: Moment) => SQLWrapper) | null
  /** Does what is due; returns how many rows it checked. */
  apply(): Promise<number>
}

/** A domain as the server uses it: each domain exports one `createX(deps)` that returns this. */
export interface Domain {
  routes: readonly Routes[]
  /** The handlers of its topics, and its subscriptions to topics of lower domains. */
  work: readonly TopicWork[]
  /** Its time rules, in the order in which they are applied. */
  timeRules: readonly TimeRule[]
  /**
   * Readiness checks of the parts that only this domain needs, by name; null for a part that cannot be unavailable.
   */
  checks: Readonly<Record<string, (() => Promise<void>) | null>>
  /** Removes what nobody needs any more; runs each hour. */
  cleanUp(): Promise<void>
  personal: PersonalData
}

/** A domain with only these parts. */
export const domainOf = (parts: Partial<Domain>): Domain => ({
  routes: [],
  work: [],
  timeRules: [],
  checks: {},
  cleanUp: async () => undefined,
  personal: personalDataOf({}),
  ...parts,
})
