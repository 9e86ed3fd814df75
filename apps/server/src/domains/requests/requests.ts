import { type Domain, domainOf } from '../../core/domain.ts'
import { shareOf, workOf } from '../../core/topic.ts'
import type { LimitOf } from '../../http/rate-limits.ts'
import { ACCOUNT_TOPICS } from '../accounts/public.ts'
import { duePayouts, PAYOUT_TOPICS, payOutDue, sendTransfer } from '../payouts/public.ts'
import { SAFETY_TOPICS, unfinishedSuspensions } from '../safety/public.ts'
import type { ScheduleDeps } from '../schedule/public.ts'
import { applyDue } from './apply-due.ts'
import { attendanceRoutes } from './attendance/attendance-routes.ts'
import { endBetween } from './blocks/end-between.ts'
import { REQUEST_TOPICS, type RequestsDeps } from './deps.ts'
import { closeConceded } from './disputes/concede-dispute.ts'
import { makeMissingPacks, makePack, sendDuePacks, sendPack } from './disputes/dispute-packs.ts'
import { ownDisputeRoutes } from './disputes/own-dispute-routes.ts'
import type { PackDeps } from './disputes/pack-facts.ts'
import { disputesWithoutPack, duePacks } from './disputes/pack-store.ts'
import { stageStatement } from './disputes/write-statement.ts'
import { feedRoutes } from './feed/feed-routes.ts'
import { deleteFeed } from './feed/feed-store.ts'
import { giftRoutes } from './gifts/gift-routes.ts'
import { ownRequestRoutes } from './me-routes.ts'
import { earningsRoutes } from './money/earnings-routes.ts'
import { requestPaymentWork } from './money/payment-work.ts'
import { payoutHold } from './money/payout-hold.ts'
import { type OfferDeps, offersFor } from './offers.ts'
import { requestPersonalData } from './personal-data.ts'
import { placeRoutes } from './places/place-routes.ts'
import { prepaidRoutes } from './prepaid/prepaid-routes.ts'
import { problemRoutes } from './problems/problem-routes.ts'
import { railRoutes } from './rail/rail-routes.ts'
import { requestRoutes } from './routes.ts'
import { slotRoutes } from './slots/slot-routes.ts'
import { dueRequests } from './store.ts'
import { endOfSuspended, endOfTooYoung, endWhenCounted } from './suspensions/end-of-suspended.ts'

interface WiredRequests extends RequestsDeps, PackDeps {
  limitOf: LimitOf
  schedule: ScheduleDeps
}

/** The requests domain: what two people agreed, and its money. */
export function createRequests(requests: WiredRequests, offered: OfferDeps): Domain {
  const offers = offersFor(requests, offered)
  return domainOf({
    routes: [
      placeRoutes({ ...requests, ...offers }),
      requestRoutes({ ...requests, ...offers }),
      ownRequestRoutes(requests),
      earningsRoutes(requests),
      prepaidRoutes(requests),
      giftRoutes(requests),
      slotRoutes(requests),
      feedRoutes(requests),
      attendanceRoutes(requests),
      railRoutes(requests),
      problemRoutes(requests),
      ownDisputeRoutes(requests),
    ],
    work: [
      ...requestPaymentWork(requests),
      workOf(PAYOUT_TOPICS.transfer, ({ payoutId }) =>
        sendTransfer(requests, payoutId, payoutHold(requests.clock)),
      ),
      workOf(REQUEST_TOPICS.packMade, ({ disputeId, requestId }) => makePack(requests, disputeId, requestId)),
      workOf(REQUEST_TOPICS.disputeConceded, ({ disputeId }) => closeConceded(requests, disputeId)),
      workOf(REQUEST_TOPICS.statementWritten, ({ disputeId }) => stageStatement(requests, disputeId)),
      workOf(REQUEST_TOPICS.packSent, ({ disputeId }) => sendPack(requests, disputeId)),
      shareOf(SAFETY_TOPICS.blocked, 'requests', ({ at, ...pair }) =>
        endBetween(requests, { ...pair, at: new Date(at) }),
      ),
      workOf(REQUEST_TOPICS.endBetween, ({ at, ...pair }) =>
        endBetween(requests, { ...pair, at: new Date(at) }),
      ),
      workOf(ACCOUNT_TOPICS.takenBack, ({ userId, at }) =>
        deleteFeed(requests.db, userId, at === undefined ? null : new Date(at)),
      ),
      shareOf(ACCOUNT_TOPICS.tooYoung, 'requests', ({ userId }) => endOfTooYoung(requests, userId)),
      workOf(REQUEST_TOPICS.endTooYoung, ({ until, ...call }) =>
        endWhenCounted(requests, { ...call, until: new Date(until) }),
      ),
    ],
    timeRules: [
      { due: unfinishedSuspensions, apply: () => endOfSuspended(requests) },
      { due: dueRequests, apply: () => applyDue(requests) },
      { due: db => disputesWithoutPack(db), apply: () => makeMissingPacks(requests) },
      { due: duePacks, apply: () => sendDuePacks(requests) },
      { due: duePayouts, apply: () => payOutDue(requests, payoutHold(requests.clock)) },
    ],
    personal: requestPersonalData(requests),
  })
}
