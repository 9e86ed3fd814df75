import { formatAmount, messages } from '@parley/contract'
import { and, eq, inArray } from 'drizzle-orm'
import type { DbOrTx } from '../db/client.ts'
import type { AccountsDeps } from '../domains/accounts/public.ts'
import {
  eraseKeepsakes,
  eraseOpinions,
  eraseQuestions,
  exportKeepsakes,
  exportOpinions,
  exportQuestions,
} from '../domains/calls/public.ts'
import { payable } from '../domains/ledger/accounts.ts'
import { ledgerLinesOf } from '../domains/ledger/lines.ts'
import { balanceOf } from '../domains/ledger/public.ts'
import { eraseEvents } from '../domains/live-events/public.ts'
import { liveEvents } from '../domains/live-events/tables.ts'
import { exportMails } from '../domains/notifications/public.ts'
import { eraseCards } from '../domains/payments/cards/erase-cards.ts'
import { exportPayments } from '../domains/payments/personal-data.ts'
import {
  exportPayouts,
  forgoPayouts,
  lastPenceReason,
  payOutLast,
  presentLastPence,
} from '../domains/payouts/public.ts'
import { eraseProfile } from '../domains/profiles/erase-profile.ts'
import { exportProfile, imageAddress, type ProfilesDeps } from '../domains/profiles/public.ts'
import { eraseCrews, exportCrews } from '../domains/queue/public.ts'
import { closeUnpaidRequests, deletionBlockersOf } from '../domains/requests/account-deletion.ts'
import { deleteFeed, feedOf } from '../domains/requests/feed/feed-store.ts'
import { eraseWords } from '../domains/requests/gifts/gift-store.ts'
import { stopAttending } from '../domains/requests/gifts/give-call.ts'
import { exportRequests, requestIdsOf } from '../domains/requests/personal-data.ts'
import { findLastPence, payoutHold, type RequestsDeps } from '../domains/requests/public.ts'
import { eraseBlocks, exportReports, exportSuspensions, listBlocked } from '../domains/safety/public.ts'
import { availabilityOf, deleteAvailability } from '../domains/schedule/public.ts'
import { eraseRoles, rolesOf } from '../domains/staff/public.ts'

interface PersonalDataDeps {
  requests: RequestsDeps
  profiles: ProfilesDeps
}

/** What the accounts domain needs of the domains above it; called lazily, because these are created later. */
export function personalData(
  deps: () => PersonalDataDeps,
): Pick<AccountsDeps, 'exportOtherDomains' | 'deletion'> {
  return {
    exportOtherDomains: userId => exportOtherDomains(deps(), userId),
    deletion: {
      async closeUnpaid(userId) {
        await closeUnpaidRequests(deps().requests, userId)
        await stopAttending(deps().requests, userId)
      },
      deletionBlockers: (db, userId) => deletionBlockers(db, userId, deps().requests.clock.now()),
      async lastPence(db, userId) {
        const last = await findLastPence(db, userId, deps().requests.clock.now())
        // The blockers say it: until staff have decided, this can be neither sent nor given up.
        if (!last || last.waitsFor === 'open_problem') return null
        return {
          canGoNow: last.waitsFor === null,
          reason: lastPenceReason(last),
          forgo: presentLastPence(last),
        }
      },
      payOutLast: userId => payOutLast(deps().requests, userId, payoutHold(deps().requests.clock)),
      forgo: (tx, userId) => forgoPayouts(tx, userId, deps().requests.clock.now()),
      async erase(tx, userId) {
        await eraseProfile(deps().profiles, tx, userId)
        await eraseEvents(tx, userId)
        await eraseCards(deps().requests, tx, userId)
        await eraseWords(tx, userId)
        await deleteAvailability(tx, userId)
        await deleteFeed(tx, userId)
        await eraseBlocks(tx, userId)
        await eraseRoles(tx, userId)
        await eraseOpinions(tx, userId)
        await eraseCrews(tx, userId)
        await eraseQuestions(tx, userId)
        await eraseKeepsakes(tx, userId)
      },
    },
  }
}

/** The data of the domains above accounts about a person, for the export; long lists are read while it is sent. */
async function exportOtherDomains(deps: PersonalDataDeps, userId: string): Promise<Record<string, unknown>> {
  const { db } = deps.requests
  const requests = await exportRequests(deps.requests, userId)
  const events = await db.select().from(liveEvents).where(eq(liveEvents.influencerId, userId))
  return {
    profile: await exportProfile(db, userId),
    availability: await availabilityOf(db, userId),
    calendar_feed: await feedExport(db, userId),
    blocked: await listBlocked(db, userId),
    reports: await exportReports(db, userId),
    suspensions: await exportSuspensions(db, userId),
    staff_roles: await rolesOf(db, userId),
    usher_at: await exportCrews(db, userId),
    live_events: events.map(event => ({
      slug: event.slug,
      title: event.title,
      description: event.description,
      amount: formatAmount(event.pricePence),
      duration: event.durationSeconds,
      starts_at: event.startsAt?.toISOString() ?? null,
      capacity: event.capacity,
      format: event.format,
      absent: event.absent,
      order: event.lineOrder,
      picture: imageAddress(event.imageId),
      state: event.state,
      created_at: event.createdAt.toISOString(),
    })),
    requests_made: requests.made,
    requests_received: requests.received,
    requests_attended: requests.attended,
    gifts: requests.gifts,
    problems: requests.problems,
    dispute_statements: requests.disputeStatements,
    call_opinions: await exportOpinions(db, userId),
    keepsakes: await exportKeepsakes(db, userId),
    event_questions: await exportQuestions(db, userId),
    proposals: requests.proposals,
    ...(await exportPayments(db, userId)),
    ...(await exportPayouts(db, { userId, requestIds: requestIdsOf(deps.requests, userId, 'received') })),
    mails: exportMails(db, userId),
    ledger: ledgerLinesOf(db, { userId, requestIds: requestIdsOf(deps.requests, userId, 'made') }),
  }
}

/** Whether there is a feed address, and since when; the database does not have its secret. */
async function feedExport(db: DbOrTx, userId: string) {
  const feed = await feedOf(db, userId)
  return feed && { created_at: feed.createdAt.toISOString() }
}

async function deletionBlockers(db: DbOrTx, userId: string, now: Date): Promise<string[]> {
  const reasons = await deletionBlockersOf(db, userId)
  if (await hasOpenEvents(db, userId)) reasons.push(messages.deleteAfterEvent)
  const earnedPence = -(await balanceOf(db, payable(userId)))
  if (earnedPence > 0 && (await findLastPence(db, userId, now)) === null) {
    reasons.push(messages.deleteAfterPayout)
  }
  return reasons
}

async function hasOpenEvents(db: DbOrTx, userId: string): Promise<boolean> {
  const count = await db.$count(
    liveEvents,
    and(eq(liveEvents.influencerId, userId), inArray(liveEvents.state, ['scheduled', 'live'])),
  )
  return count > 0
}
