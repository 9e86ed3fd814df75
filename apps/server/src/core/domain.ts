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

/** A domain as the server uses it: each domain exports one `createX(deps)` that returns this. */
export interface Domain {
  routes: readonly Routes[]
  /** The handlers of its topics, and its subscriptions to topics of lower domains. */
  work: readonly TopicWork[]
  /** Applies its due time rules; returns how many rows it checked. */
  due(): Promise<number>
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
  due: async () => 0,
  checks: {},
  cleanUp: async () => undefined,
  personal: personalDataOf({}),
  ...parts,
})
