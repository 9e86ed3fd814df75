import {
  messages,
  STAFF_FOUND_MAX,
  type StaffFound,
  type StaffPerson,
  type StaffRequest,
} from '@parley/contract'
import type { Person } from '../../../core/person.ts'
import { refuse } from '../../../core/refusal.ts'
import { findPaymentByIntent } from '../../payments/public.ts'
import { findForDesk, isPartyOf, lastRequestsOf, requestCase } from '../../requests/public.ts'
import { recordAction, shownOn } from '../actions/record-action.ts'
import type { StaffDeps } from '../deps.ts'
import { findPeople, storyOf } from './people-lines.ts'
import { partiesOf, wholeRequest } from './whole-request.ts'

/**
 * Finds people by username, email or name, and requests by slug, id, address or payment. The staff audit records the
 * search, not its text.
 */
export async function searchDesk(deps: StaffDeps, input: { staff: Person; q: string }): Promise<StaffFound> {
  const { staff, q } = input
  const payment = await findPaymentByIntent(deps.db, q)
  const slug = q.split(/[?#]/, 1)[0]?.replace(/\/$/, '').split('/').at(-1) ?? q
  const people = await findPeople(deps.db, q, STAFF_FOUND_MAX)
  const requests = await findForDesk(deps.db, payment ? [payment.requestId] : [slug])
  await recordAction(deps.db, {
    ...{ staffId: staff.id, act: 'search', now: deps.clock.now() },
    after: shownOn({ people: people.map(({ id }) => id), requests: requests.map(({ id }) => id) }),
  })
  return { people, requests }
}

/**
 * A person as staff see them. The staff audit records that the page was read. Attack: staff who look up how often they
 * were reported.
 */
export async function showPerson(
  deps: StaffDeps,
  input: { staff: Person; id: string },
): Promise<StaffPerson> {
  const { staff, id } = input
  if (id === staff.id) throw refuse.forbidden(messages.ownCase)
  const story = await storyOf(deps.db, id)
  if (!story) throw refuse.notFound('There is no such person')
  await recordAction(deps.db, {
    ...{ staffId: staff.id, act: 'look', personId: id, now: deps.clock.now() },
    about: { kind: 'person', id },
  })
  return { ...story, requests: await lastRequestsOf(deps.db, id, STAFF_FOUND_MAX) }
}

/**
 * One request: why a call failed and where its money is. The staff audit records that the page was read. Attack: a
 * member of staff who was in the call reads who reported it.
 */
export async function showRequest(
  deps: StaffDeps,
  input: { staff: Person; id: string },
): Promise<StaffRequest> {
  const { staff, id } = input
  const found = await requestCase(deps, deps.db, id)
  if (!found) throw refuse.notFound('There is no such request')
  if (await isPartyOf(deps.db, found.id, staff.id)) throw refuse.forbidden(messages.ownCase)
  await recordAction(deps.db, {
    ...{ staffId: staff.id, act: 'look', personId: found.buyer.id, now: deps.clock.now() },
    about: { kind: 'request', id: found.id },
    after: shownOn({ people: partiesOf(found), requests: [found.id] }),
  })
  return wholeRequest(deps.db, found, staff.id)
}
