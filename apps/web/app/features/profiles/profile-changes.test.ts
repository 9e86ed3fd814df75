import { type Influencer, pence, seconds } from '@parley/contract'
import { expect, it } from 'vitest'
import { asFormErrors, profileChanges, typedFrom } from './profile-changes.ts'
import { type ProfileForm, typedProfileSchema } from './profile-fields.ts'

const current = {
  user: { id: 'i', username: 'ivy' },
  main_session: { amount: '18.00', duration: 900, duration_display: 2, description: 'Black cats' },
  main_live_event: { amount: '5.00' },
  money_back: { policy: 'flexible' },
  category: null,
} as Influencer
const same = {
  username: 'ivy',
  amount: pence(1800),
  duration: seconds(900),
  duration_display: 2,
  description: 'Black cats',
  live_amount: pence(500),
  money_back: 'flexible',
  category: '',
} as ProfileForm

it.each<[Partial<Record<keyof ProfileForm, unknown>>, [string, string][]]>([
  [{ username: 'ivy2' }, [['user__username', 'ivy2']]],
  [{ amount: pence(1850) }, [['main_session[amount]', '18.50']]],
  [{ duration: seconds(1800) }, [['main_session[duration]', '1800']]],
  [{ live_amount: pence(600) }, [['main_live_event[amount]', '6.00']]],
  [{ live_amount: null }, []],
  [{ category: 'music' }, [['category', 'music']]],
  [{ money_back: 'strict' }, [['main_session[money_back]', 'strict']]],
])('of a form with %o only what differs is sent', (changed, sent) => {
  const changes = profileChanges(current, { ...same, ...changed } as ProfileForm)
  expect([...(changes ?? [])]).toEqual(sent)
})

it('sends nothing when the same values are typed in another format', () => {
  const typed = { ...typedFrom(current), amount: ' 18 ', live_amount: '5.0', duration: '0.25' }
  const form = typedProfileSchema.parse({ ...typed, duration_display: '3', picture: undefined })
  const changes = profileChanges(current, { ...form, picture: null })
  // Only the unit: 0.25 hours are the 15 minutes of before.
  expect([...(changes ?? [])]).toEqual([['main_session[duration_display]', '3']])
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
