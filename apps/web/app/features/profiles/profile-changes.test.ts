import type { Influencer } from '@parley/contract'
import { expect, it } from 'vitest'
import { asFormErrors, profileChanges, typedFrom } from './profile-changes.ts'
import type { ProfileForm } from './profile-fields.ts'

const current = {
  user: { id: 'i', username: 'ivy' },
  main_session: { amount: '18.00', duration: 900, duration_display: 2, description: 'Cats' },
  main_live_event: { amount: '5.00' },
  money_back: { policy: 'flexible' },
  category: null,
} as Influencer
const same = {
  username: 'ivy',
  amount: '18',
  duration: 900,
  duration_display: '2',
  description: 'Cats',
  live_amount: '5.0',
  money_back: 'flexible',
  category: '',
} as unknown as ProfileForm

it.each<[Partial<Record<keyof ProfileForm, unknown>>, [string, string][]]>([
  [{ username: 'ivy2' }, [['user__username', 'ivy2']]],
  [{ amount: '18.5' }, [['main_session[amount]', '18.5']]],
  [{ duration: 1800 }, [['main_session[duration]', '1800']]],
  [{ live_amount: '6' }, [['main_live_event[amount]', '6']]],
  [{ live_amount: '' }, []],
  [{ category: 'music' }, [['category', 'music']]],
  [{ money_back: 'strict' }, [['main_session[money_back]', 'strict']]],
])('of a form with %o only what differs is sent', (changed, sent) => {
  const changes = profileChanges(current, { ...same, ...changed } as ProfileForm)
  expect([...(changes ?? [])]).toEqual(sent)
})

it('sends nothing when the same price is typed in another format', () => {
  expect(profileChanges(current, same)).toBeNull()
})

it('opens with the stored fields, the duration in its unit', () => {
  expect(typedFrom(current)).toMatchObject({
    username: 'ivy',
    duration: '15',
    live_amount: '5.00',
    category: '',
    money_back: 'flexible',
  })
})

it.each([
  ['user__username', 'username'],
  ['main_session.amount', 'amount'],
  ['main_session.duration', 'duration'],
  ['main_live_event.amount', 'live_amount'],
  ['category', 'category'],
  ['profile.picture', 'profile.picture'],
])('what the server says of %s stands at the field %s', (field, name) => {
  expect(asFormErrors({ [field]: ['No'] })).toEqual({ [name]: ['No'] })
})
