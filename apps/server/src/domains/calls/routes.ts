import { callTicketSchema, NOT_YOUR_TURN, whoWaitsSchema } from '@parley/contract'
import * as z from 'zod/mini'
import { isUuid } from '../../core/ids.ts'
import type { Person } from '../../core/person.ts'
import { refuse } from '../../core/refusal.ts'
import type { App } from '../../http/app-type.ts'
import { personOf } from '../../http/policy.ts'
import { isPartyOf } from '../requests/public.ts'
import type { Side } from './clock/media-flow.ts'
import { issueTicket, roomToJoin, type TicketDeps } from './issue-ticket.ts'
import { findDenial, refusalOf } from './joining.ts'
import { whoWaits } from './presence/who-waits.ts'
import { isPerformer, type RoomSubject } from './room-subject.ts'

const schema = {
  tags: ['calls'],
  params: z.object({ id: z.string().check(z.maxLength(100)) }),
  response: { 200: callTicketSchema },
}

/** Who waits in a call, and the two API calls with the answer of `get_session`, one for each side. */
export function callRoutes(deps: TicketDeps) {
  return (app: App): void => {
    app.get(
      '/api/user/me/waiting/',
      { config: { policy: 'self' }, schema: { tags: ['calls'], response: { 200: whoWaitsSchema } } },
      request => whoWaits(deps, personOf(request)),
    )
    app.post(
      '/api/influencer/parley_requests/:id/session/',
      { config: { policy: 'payer' }, schema },
      request => joinAs('buyer', deps, { requestId: request.params.id, person: personOf(request) }),
    )
    // Not the `influencer` policy: the person who claimed a prepaid link performs, influencer by account or not.
    app.post('/api/influencer/requests/:id/session/', { config: { policy: 'party' }, schema }, request =>
      joinAs('influencer', deps, { requestId: request.params.id, person: personOf(request) }),
    )
  }
}

async function joinAs(side: Side, deps: TicketDeps, input: { requestId: string; person: Person }) {
  const { requestId, person } = input
  const subject = isUuid(requestId) ? await deps.subjects.find({ requestId }) : null
  if (!subject) throw refusalOf({ why: 'unknown' })
  const isOtherSide = isPerformer(subject, person.id) !== (side === 'influencer')
  const denial = isOtherSide ? ({ why: 'stranger' } as const) : await findDenial(deps, subject, person.id)
  if (denial) {
    if (!(await mayKnow(deps, subject, input))) throw refusalOf({ why: 'unknown' })
    // It is their own place, which ended before its event: as an ended call, and not as a place of somebody else.
    const isOwnPlace = subject.kind === 'broadcast' && !isOtherSide
    throw refusalOf(isOwnPlace && denial.why === 'stranger' ? { why: 'over' } : denial)
  }
  const room = await roomToJoin(deps, subject, person.id)
  if (!room) throw refuse.conflict(NOT_YOUR_TURN)
  return issueTicket(deps, { subject: room, person })
}

/**
 * Attack: probing ids. Only its parties learn that a request exists; anybody may see a link that nobody has accepted.
 */
const mayKnow = async (
  { db }: Pick<TicketDeps, 'db'>,
  subject: RoomSubject,
  { requestId, person }: { requestId: string; person: Person },
): Promise<boolean> =>
  (subject.kind === 'call' && subject.influencer === null) || isPartyOf(db, requestId, person.id)
