import type { OwnFactors } from '@parley/contract'
import { expect, it } from 'vitest'
import { needsFactor } from './factor-invitation.tsx'

const nothing = { held: '0.00', payable: '0.00', in_transit: '0.00', paid_out: '0.00' }
const none: Pick<OwnFactors, 'totp' | 'passkeys'> = { totp: null, passkeys: [] }
const AT = '2027-03-02T10:00:00.000Z'
const app = { ...none, totp: { id: 'one', since: AT } }
const passkey = { ...none, passkeys: [{ id: 'one', name: 'Phone', since: AT, last_used: null }] }

it.each([
  ['nothing earned', nothing, none, false],
  ['the first money held', { ...nothing, held: '0.90' }, none, true],
  ['all paid out', { ...nothing, paid_out: '22.50' }, none, true],
  ['an app', { ...nothing, held: '22.50' }, app, false],
  ['a passkey', { ...nothing, payable: '22.50' }, passkey, false],
])('who has %s is invited to add a second factor, or not', (_name, earnings, factors, isInvited) => {
  expect(needsFactor(earnings, factors)).toBe(isInvited)
})
