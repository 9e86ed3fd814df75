import type { ServerMessage } from '@parley/contract/calls'
import { createValueStore, type ValueStore } from '../../../store/store.ts'

/** The last message of one page's socket, for later listeners. */
export type News = ValueStore<ServerMessage | null>

export const createNews = (): News => createValueStore<ServerMessage | null>(null)
