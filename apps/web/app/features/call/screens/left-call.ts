import type { WhoWaits } from '@parley/contract'
import type { CallFigures } from '@parley/contract/in-call/call-opinion'
import { createValueStore } from '../../../store/store.ts'

/**
 * A call that this person left by End Call, and the page that they were led to: there they are asked what it was like.
 */
export interface LeftCall {
  slug: string
  other: string
  figures: CallFigures
  path: string
}

/** Kept by the open page alone: a reload asks nothing. */
export const leftCall = createValueStore<LeftCall | null>(null)

/** Without the call that this person has just left: they know who is there, and are asked what it was like. */
export const withoutLeft = (waits: WhoWaits, left: LeftCall | null): WhoWaits => ({
  ...waits,
  waiting: waits.waiting.filter(({ path }) => path.split('/').at(-1) !== left?.slug),
})
