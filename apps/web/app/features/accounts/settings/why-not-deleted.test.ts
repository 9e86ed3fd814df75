import { messages } from '@parley/contract/messages'
import { expect, test } from 'vitest'
import { placesToAct, whyNotDeleted } from './why-not-deleted.ts'

const forgo = { amount: '0.90', waits_for: 'no_account', payable_at: null } as const
const pence =
  'The £0.90 that you earned can be paid out when you leave if you set up your payouts first. You can also give it up.'

test('the reasons against a deletion are separate sentences, each of which the catalogues have', () => {
  const reasons = [messages.deleteAfterRequests, messages.deleteAfterEvent]
  expect(whyNotDeleted({ reasons })).toBe([messages.cannotDeleteYet, ...reasons].join(' '))
})

test('the earnings below the minimum are named with their amount, alone and after other reasons', () => {
  const sentence = 'What the server says of them'
  expect(whyNotDeleted({ reasons: [sentence], forgo })).toBe(pence)
  expect(whyNotDeleted({ reasons: [messages.deleteAfterEvent, sentence], forgo })).toBe(
    [messages.cannotDeleteYet, messages.deleteAfterEvent, pence].join(' '),
  )
})

test('earnings that wait for the end of a suspension are named as that', () => {
  const waits = { ...forgo, waits_for: 'suspended' } as const
  expect(whyNotDeleted({ reasons: ['What the server says of them'], forgo: waits })).toContain(
    'waits while your account is suspended',
  )
})

test('each reason leads to the page on which it is removed, and each page is named once', () => {
  const addresses = (reasons: string[], more = {}) =>
    placesToAct({ reasons, ...more }, 'star').map(({ to }) => to)
  const { deleteAfterRequest, deleteAfterRequests, deleteAfterReturnedRefund, deleteAfterEvent } = messages
  const calls = '/my-account#call-sessions'
  for (const reason of [deleteAfterRequest, deleteAfterRequests, deleteAfterReturnedRefund])
    expect(addresses([reason])).toEqual([calls])
  expect(addresses([messages.deleteAfterRelease, messages.deleteAfterProblem])).toEqual(['/earnings'])
  const all = [messages.deleteAfterPayout, deleteAfterEvent, deleteAfterRequests]
  expect(addresses(all)).toEqual([calls, '/profile/star', '/earnings'])
  expect(addresses(['What the server says of the earnings'], { forgo })).toEqual(['/earnings'])
  expect(addresses(['A reason of a later server'])).toEqual([])
})
