import type { Routes } from '../http/app-type.ts'
import type { TopicWork } from './topic.ts'

/** What a domain gives to the server: each domain exports one `createX(deps)` that answers this. */
export interface Domain {
  routes: readonly Routes[]
  /** The handlers of its topics, and its share of the topics of lower domains. */
  work: readonly TopicWork[]
  /** Applies its rules of time that are due; answers how many rows it looked at. */
  due(): Promise<number>
  /** Says whether the parts that only this domain needs can be reached, by name; null where nothing can be away. */
  checks: Readonly<Record<string, (() => Promise<void>) | null>>
  /** Removes what nobody needs any more; runs each hour. */
  cleanUp(): Promise<void>
}

/** A domain with only these parts. */
export const domainOf = (parts: Partial<Domain>): Domain => ({
  routes: [],
  work: [],
  due: async () => 0,
  checks: {},
  cleanUp: async () => undefined,
  ...parts,
})
