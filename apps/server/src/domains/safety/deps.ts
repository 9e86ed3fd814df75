import type { BlockPreview } from '@parley/contract'
import * as z from 'zod/mini'
import type { Core } from '../../core/core.ts'
import { defineTopic } from '../../core/topic.ts'

/** One person who blocks another. */
export interface BlockPair {
  blockerId: string
  blockedId: string
}

/** What the operations of this domain use. */
export interface SafetyDeps extends Core {
  /** What a block would do to the open requests of the two, from the requests domain. */
  blockEffects(pair: BlockPair): Promise<BlockPreview['ends']>
  /** Ends the calls of the two as if the blocker had pressed End Call, from the calls domain. */
  leaveCalls(pair: BlockPair): Promise<void>
}

/** Topics of work that this domain leaves for higher ones. */
export const SAFETY_TOPICS = {
  blocked: defineTopic(
    'safety.blocked',
    z.object({ blockerId: z.string(), blockedId: z.string(), at: z.string() }),
  ),
} as const
