import type { ServerMessage } from '@parley/contract/calls'
import { createValueStore, type ValueStore } from '../../../store/store.ts'

/** The last message of one page's socket, for who comes to listen later. */
export type News = ValueStore<ServerMessage | null>

export const createNews = (): News => createValueStore<ServerMessage | null>(null)
