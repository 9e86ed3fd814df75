import { expect, it } from 'vitest'
import { type LeftCall, withoutLeft } from './left-call.ts'

const waits = {
  open_private: 2,
  waiting: [
    { username: 'mia', path: '/chat/OM0' },
    { username: 'otto', path: '/paidchat/OM01' },
  ],
}
const left = (slug: string) => ({ slug, other: 'mia', path: '/profile/mia' }) as LeftCall

it('nobody is told that somebody waits in the call that they have just left', () => {
  expect(withoutLeft(waits, left('OM0'))).toEqual({ open_private: 2, waiting: [waits.waiting[1]] })
})

it('of every other call they are told', () => {
  expect(withoutLeft(waits, null)).toEqual(waits)
  expect(withoutLeft(waits, left('M0'))).toEqual(waits)
})
