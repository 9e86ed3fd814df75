import type { Routes } from '../http/app-type.ts'
import { type PersonalData, personalDataOf } from './personal-data.ts'
import type { TopicWork } from './topic.ts'

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
