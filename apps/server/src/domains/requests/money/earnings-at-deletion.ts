import { messages } from '@parley/contract'
import type { DbOrTx } from '../../../db/client.ts'
import type { AccountDeletion } from '../../accounts/public.ts'
import {
  forgoPayouts,
  lastPenceReason,
  payOutLast,
  presentLastPence,
  stillTheirsPence,
} from '../../payouts/public.ts'
import type { RequestsDeps } from '../deps.ts'
import { findLastPence, payoutHold } from './payout-hold.ts'

interface EarningsAtDeletion extends Pick<AccountDeletion, 'lastPence' | 'payOutLast' | 'forgo'> {
  /** Says that earnings of at least the payout minimum must be paid out first; empty without such earnings. */
  blockers(db: DbOrTx, userId: string): Promise<string[]>
}

/** What happens to a person's earnings when they delete their account. */
export const earningsAtDeletion = (deps: RequestsDeps): EarningsAtDeletion => ({
  async blockers(db, userId) {
    const isDue =
      (await stillTheirsPence(db, userId)) > 0 && (await findLastPence(db, userId, deps.clock.now())) === null
    return isDue ? [messages.deleteAfterPayout] : []
  },
  async lastPence(db, userId) {
    const last = await findLastPence(db, userId, deps.clock.now())
    // The blockers say it: until staff have decided, this can be neither sent nor given up.
    if (!last || last.waitsFor === 'open_problem') return null
    return { canGoNow: last.waitsFor === null, reason: lastPenceReason(last), forgo: presentLastPence(last) }
  },
  payOutLast: userId => payOutLast(deps, userId, payoutHold(deps.clock)),
  forgo: (tx, userId) => forgoPayouts(tx, userId, deps.clock.now()),
})
