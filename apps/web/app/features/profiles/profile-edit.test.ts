import { type Influencer, type MoneyBackPolicy, pence, seconds } from '@parley/contract'
import { expect, it } from 'vitest'
import { ApiError } from '../../api/errors.ts'
import { profileChanges } from './profile-changes.ts'
import { createProfileEdit } from './profile-edit.ts'

const CURRENT = {
  user: { id: 'u2', username: 'maya', first_name: 'Maya', last_name: 'O' },
  profile: { picture: null },
  main_session: { amount: '25.00', duration: 1800, duration_display: 2, description: 'On running' },
  main_live_event: { amount: null },
  money_back: { policy: 'flexible' },
} as unknown as Influencer
const SAME = {
  username: 'maya',
  amount: pence(2500),
  duration: seconds(1800),
  duration_display: 2 as const,
  description: 'On running',
  live_amount: null,
  category: '',
  money_back: 'flexible' as MoneyBackPolicy,
  picture: null,
}

it('only changed fields are sent, in bracket notation', () => {
  const changes = profileChanges(CURRENT, {
    ...SAME,
    amount: pence(3000),
    duration: seconds(3600),
    live_amount: pence(500),
    category: 'games',
    money_back: 'strict',
    picture: new File(['x'], 'a.png'),
  })
  expect([...(changes?.keys() ?? [])]).toEqual([
    'main_session[amount]',
    'main_session[duration]',
    'main_live_event[amount]',
    'main_session[money_back]',
    'category',
    'profile[picture]',
  ])
})

it('the same price in another format is no change', () => {
  expect(profileChanges(CURRENT, SAME)).toBeNull()
})

function setUp(answer: () => Influencer) {
  const timers: number[] = []
  const works: (() => void)[] = []
  const edit = createProfileEdit({
    api: { patch: async <T>() => answer() as T },
    savedAs: () => undefined,
    setTimer: (work, delayMs) => {
      timers.push(delayMs)
      works.push(work)
    },
  })
  return { edit, timers, works }
}

it('the page says for two seconds that the profile is saved', async () => {
  const { edit, timers, works } = setUp(() => CURRENT)
  edit.edit()
  await edit.save(CURRENT, { ...SAME, amount: pence(3000) })
  expect(edit.getSnapshot()).toMatchObject({ mode: 'view', saved: true })
  expect(timers).toEqual([2000])
  works[0]?.()
  expect(edit.getSnapshot().saved).toBe(false)
})

it('a refused change keeps the edit mode and shows why for five seconds', async () => {
  const { edit, timers, works } = setUp(() => {
    throw new ApiError(400, { user__username: ['This username is already taken'] }, '')
  })
  edit.edit()
  await edit.save(CURRENT, { ...SAME, username: 'taken' })
  expect(edit.getSnapshot()).toMatchObject({ mode: 'edit', saving: false, saved: false })
  expect(edit.getSnapshot().errors).toEqual({ user__username: ['This username is already taken'] })
  expect(timers).toEqual([5000])
  works[0]?.()
  expect(edit.getSnapshot()).toMatchObject({ mode: 'edit', errors: null, problem: null })
})

it('a second save shows its message for two whole seconds', async () => {
  const { edit, works } = setUp(() => CURRENT)
  await edit.save(CURRENT, SAME)
  edit.edit()
  await edit.save(CURRENT, SAME)
  const [first, second] = works
  first?.()
  expect(edit.getSnapshot().saved).toBe(true)
  second?.()
  expect(edit.getSnapshot().saved).toBe(false)
})
