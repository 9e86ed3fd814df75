import type { CallAttendance, RequestOutcome } from '@parley/contract'
import { expect, it } from 'vitest'
import { aRequest } from '../../requests/a-request.testing.ts'
import { admit, type CallParties } from '../connection/admission.ts'
import { endedCall } from './ended-call.ts'

const AT = '2026-01-01T10:30:00Z'

function partiesOf(change: Parameters<typeof aRequest>[0], ownId = 'u1'): CallParties {
  const parties = admit(aRequest({ state: 'accepted', ...change }), ownId)
  if (typeof parties === 'string') throw new Error(parties)
  return parties
}

function decided(outcome: RequestOutcome): CallAttendance {
  const presence = { first_seen: null, last_seen: null, waited: 0 }
  const decision = { outcome, rule: null, refunded: '0.00', at: AT }
  return { agreed: null, opens_at: null, you: presence, other: presence, live: [], used: 0, decision }
}

it.each([
  ['served', 'completed'],
  ['part_served', 'completed'],
  ['buyer_absent', 'completed'],
  ['influencer_absent', 'expired'],
] as const)('a call that ended on this page as %s is %s by the decision', (outcome, state) => {
  expect(endedCall(partiesOf({}), decided(outcome))).toMatchObject({
    slug: 'slug1',
    otherUsername: 'maya',
    sale: { state, outcome, ended_at: AT },
  })
})

it('a call that ended before is as the page loaded it', () => {
  const sale = { state: 'completed', outcome: 'served', ended_at: AT } as const
  expect(endedCall(partiesOf(sale), null)?.sale).toMatchObject(sale)
})

it('has nothing for a call that is not decided, nor for who attends a gift', () => {
  expect(endedCall(partiesOf({}), null)).toBeNull()
  expect(endedCall(partiesOf({}), { ...decided('served'), decision: null })).toBeNull()
  const gift = partiesOf({ attendee: { id: 'u3', username: 'gina' } }, 'u3')
  expect(endedCall(gift, decided('served'))).toBeNull()
})
