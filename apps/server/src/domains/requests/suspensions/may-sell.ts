import { messages } from '@parley/contract'
import { refuse } from '../../../core/refusal.ts'
import type { Tx } from '../../../db/client.ts'
import { type AgeDeps, tooYoungOf } from '../../accounts/public.ts'

/**
 * Whether an influencer may sell and is not known to be too young; refuses a buyer who is. Both stay true until the
 * transaction ends.
 */
export async function maySell(
  deps: AgeDeps,
  tx: Tx,
  { influencerId, buyerId }: { influencerId: string; buyerId: string },
): Promise<boolean> {
  const tooYoung = await tooYoungOf(deps, tx, [influencerId, buyerId])
  if (tooYoung.has(buyerId)) throw refuse.needs(messages.tooYoung, 'age')
  return !tooYoung.has(influencerId)
}
