import {
  detailSchema,
  fieldErrorsSchema,
  formatAmount,
  listOf,
  needsSchema,
  pence,
  STAFF_FOUND_MAX,
  type StaffPayout,
  staffPayoutQuerySchema,
  staffPayoutSchema,
} from '@parley/contract'
import type { Routes } from '../../../http/app-type.ts'
import { pageOf } from '../../../http/pages.ts'
import { personOf } from '../../../http/policy.ts'
import { listPayouts, type PayoutRow } from '../../payouts/public.ts'
import { findForDesk } from '../../requests/public.ts'
import { recordAction, shownOn } from '../actions/record-action.ts'
import type { StaffDeps } from '../deps.ts'
import { findPeople, personLines } from './people-lines.ts'

/** What influencers are to get and what they got; nobody changes it here. */
export function payoutRoutes(deps: StaffDeps): Routes {
  return app => {
    app.get(
      '/api/staff/payouts/',
      {
        config: { policy: 'staff', staff: ['finance'] },
        schema: {
          ...{ tags: ['staff'], querystring: staffPayoutQuerySchema },
          response: {
            ...{ 200: listOf(staffPayoutSchema), 400: fieldErrorsSchema },
            ...{ 403: needsSchema, 404: detailSchema },
          },
        },
      },
      async request => {
        const { state, q, ...page } = request.query
        const people = q === undefined ? null : await findPeople(deps.db, q, STAFF_FOUND_MAX)
        const influencerIds = people?.map(({ id }) => id) ?? null
        const { rows, ...place } = await listPayouts(deps.db, { state, page, influencerIds })
        await recordAction(deps.db, {
          ...{ staffId: personOf(request).id, act: 'look_payouts', now: deps.clock.now() },
          after: shownOn({
            // As of a search: whom it found, and not the words.
            people: [...(influencerIds ?? []), ...rows.map(({ influencerId }) => influencerId)],
            requests: rows.map(({ requestId }) => requestId),
          }),
        })
        return pageOf(request, { ...place, results: await shownOf(deps, rows) })
      },
    )
  }
}

async function shownOf({ db }: StaffDeps, rows: readonly PayoutRow[]): Promise<StaffPayout[]> {
  const requests = await findForDesk(
    db,
    rows.map(({ requestId }) => requestId),
  )
  const slugs = new Map(requests.map(({ id, slug }) => [id, slug]))
  const nameOf = await personLines(
    db,
    rows.map(({ influencerId }) => influencerId),
  )
  return rows.map(row => ({
    ...{ id: row.id, version: row.attempt, state: row.status },
    amount: formatAmount(pence(row.sharePence - row.withheldPence)),
    withheld: formatAmount(row.withheldPence),
    person: nameOf(row.influencerId),
    ...{ request_id: row.requestId, request_slug: slugs.get(row.requestId) ?? '' },
    ...{ payable_at: row.payableAt.toISOString(), paid_at: row.paidAt?.toISOString() ?? null },
    ...{ waits_for: waitOf(row), reference: row.transferId },
  }))
}

function waitOf({ status, waitsFor }: PayoutRow): StaffPayout['waits_for'] {
  if (status === 'sending') return 'sending'
  return status === 'waiting' ? (waitsFor ?? 'scheduled') : null
}
