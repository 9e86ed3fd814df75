import { BLOCKS_MAX, type BlockPreview } from '@parley/contract'
import { refuse } from '../../../core/refusal.ts'
import { withTransaction } from '../../../db/client.ts'
import { findUserById } from '../../accounts/public.ts'
import { type BlockPair, SAFETY_TOPICS, type SafetyDeps } from '../deps.ts'
import { countBlocks, deleteBlock, insertBlock, isBlockedBy, lockPair } from './block-store.ts'

const notThere = () => refuse.notFound('There is no such person')

/** The effect of a block now: a person reads what happens to the money before they press it. */
export async function previewBlock(deps: SafetyDeps, pair: BlockPair): Promise<BlockPreview> {
  const user = await findBlockable(deps, pair)
  return {
    user: { id: user.id, username: user.username },
    blocked: await isBlockedBy(deps.db, pair),
    ends: await deps.blockEffects(pair),
  }
}

/**
 * Blocks a person. The blocker first leaves the calls of the two people, so that the media of that moment decides
 * about their money; the outbox ends the open requests. Safe to repeat.
 */
export async function blockPerson(
  deps: Pick<SafetyDeps, 'db' | 'clock' | 'outbox' | 'leaveCalls'>,
  pair: BlockPair,
): Promise<void> {
  await findBlockable(deps, pair)
  await deps.leaveCalls(pair)
  await withTransaction(deps.db, async tx => {
    const now = deps.clock.now()
    // The row before the lock: it waits for a person who holds the people's rows, and none of those waits for it.
    const { missing, isNew } = await insertBlock(tx, pair, now)
    if (missing === pair.blockerId) throw refuse.unauthenticated()
    if (missing !== null) throw notThere()
    await lockPair(tx, pair.blockerId, pair.blockedId)
    if (isNew && (await countBlocks(tx, pair.blockerId)) > BLOCKS_MAX)
      throw refuse.conflict('You have blocked as many people as you can: take a block back first')
    await deps.outbox.add(tx, SAFETY_TOPICS.blocked, { ...pair, at: now.toISOString() })
  })
  deps.outbox.nudge()
}

/** Removes a block; ended requests stay ended. */
export async function unblockPerson(deps: SafetyDeps, pair: BlockPair): Promise<void> {
  await deleteBlock(deps.db, pair)
}

async function findBlockable(deps: Pick<SafetyDeps, 'db'>, { blockerId, blockedId }: BlockPair) {
  const user = await findUserById(deps.db, blockedId)
  if (!user) throw notThere()
  if (blockerId === blockedId) throw refuse.conflict('You cannot block yourself')
  return user
}
