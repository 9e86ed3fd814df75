import type { CreatedUser, OwnUser } from '@parley/contract'
import { expect, it } from 'vitest'
import { ApiError } from '../../../api/errors.ts'
import { createSignUp, type SignUpKind } from './sign-up.ts'

const ACCOUNT = {
  username: 'sam',
  first_name: 'Sam',
  last_name: 'Bright',
  email: 'sam@example.org',
  password: 'password1',
  confirmpassword: 'password1',
}
const OFFER = { price: '25', duration: 1800, duration_display: '2', description: 'On running' }
const user = (over: Partial<OwnUser> = {}) =>
  ({ username: 'sam', is_influencer: false, card_intents: [], ...over }) as unknown as OwnUser
const CARD = { id: 'pm_1', brand: 'visa', last4: '4242', exp_month: 1, exp_year: 2030, is_valid: true }

function setUp(
  kind: SignUpKind,
  answer: () => unknown = () => ({ ...user(), token: { access: 'a', refresh: 'r' } }),
) {
  const log: string[] = []
  const sent: FormData[] = []
  let keys = 0
  const signUp = createSignUp({
    kind,
    api: {
      post: async <T>(_path: string, body?: unknown) => {
        sent.push(body as FormData)
        return answer() as T
      },
    },
    auth: {
      keep: pair => {
        log.push(`kept ${pair.access}`)
        return { ...pair, data: { user_id: 'u1', exp: 0 } }
      },
      refreshUser: async () => void log.push('reloaded'),
    },
    alerts: { error: text => log.push(text), message: text => log.push(text) },
    newKey: () => `key ${++keys}`,
    setTimer: (work, delayMs) => {
      log.push(`in ${delayMs}`)
      work()
    },
    redirect: () => log.push('redirected'),
    scrollToForm: () => log.push('scrolled'),
  })
  return { signUp, log, sent }
}
const refused = (body: CreatedUser | object) => () => {
  throw new ApiError(400, body, '')
}

it('a user’s account is made at Continue, and the payment step follows', async () => {
  const { signUp, log, sent } = setUp('regular')
  await signUp.continueAccount(ACCOUNT)
  expect(Object.fromEntries(sent[0] ?? [])).toEqual({ ...ACCOUNT, uuid: 'key 1' })
  expect(log).toEqual(['kept a', 'User successfully created', 'in 300', 'reloaded'])
  expect(signUp.getSnapshot()).toMatchObject({ step: 2, done: false })
})

it('Skip marks the user created and continues after a second', async () => {
  const { signUp, log } = setUp('regular')
  await signUp.continueAccount(ACCOUNT)
  signUp.finish()
  expect(log.slice(-2)).toEqual(['in 1000', 'redirected'])
  expect(signUp.getSnapshot().done).toBe(true)
})

it('Back from the payment step says that the user is already created, and stays', async () => {
  const { signUp, log } = setUp('regular')
  await signUp.continueAccount(ACCOUNT)
  signUp.back()
  expect(log.at(-1)).toBe('user: already created')
  expect(signUp.getSnapshot().step).toBe(2)
})

it('when the payment step fails, the account step is shown again, and Continue returns to the payment', async () => {
  const { signUp, log, sent } = setUp('regular')
  await signUp.continueAccount(ACCOUNT)
  signUp.paymentFailed('Not now')
  expect(signUp.getSnapshot().step).toBe(1)
  await signUp.continueAccount(ACCOUNT)
  expect(signUp.getSnapshot().step).toBe(2)
  expect(log.slice(-2)).toEqual(['Not now', 'user: already created'])
  expect(sent).toHaveLength(1)
})

it('a logged-in person who is not an influencer cannot reach the account step', () => {
  const { signUp, log } = setUp('regular')
  signUp.personKnown(user())
  expect(log).toEqual(['user: already created'])
  expect(signUp.getSnapshot().step).toBe(2)
})

it('a user with a valid card needs no payment step', () => {
  const { signUp } = setUp('regular')
  signUp.personKnown(user({ card_intents: [CARD] }))
  expect(signUp.getSnapshot().done).toBe(true)
})

it('a refused account shows its errors and scrolls to the form', async () => {
  const { signUp, log } = setUp('regular', refused({ username: ['This username is already taken'] }))
  await signUp.continueAccount(ACCOUNT)
  expect(log).toEqual(['username: This username is already taken', 'scrolled'])
  expect(signUp.getSnapshot()).toMatchObject({
    step: 1,
    busy: false,
    errors: { username: ['This username is already taken'] },
  })
})

it('an influencer’s account is made at Sign Up, with the picture', async () => {
  const { signUp, log, sent } = setUp('influencer')
  await signUp.continueAccount(ACCOUNT)
  expect(sent).toEqual([])
  await signUp.signUp(OFFER, new File(['x'], 'a.png', { type: 'image/png' }))
  expect(sent[0]?.get('file')).toBeInstanceOf(File)
  const { file: _, ...fields } = Object.fromEntries(sent[0] ?? [])
  expect(fields).toEqual({ ...ACCOUNT, ...OFFER, duration: '1800', uuid: 'key 1' })
  expect(log).toEqual(['kept a', 'User successfully created', 'in 300', 'reloaded', 'in 1000', 'redirected'])
  expect(signUp.getSnapshot()).toMatchObject({ done: true, username: 'sam' })
})

it('an influencer whose account details are refused returns to their step', async () => {
  const { signUp } = setUp('influencer', refused({ email: ['An account with this email already exists'] }))
  await signUp.continueAccount(ACCOUNT)
  await signUp.signUp(OFFER, new File(['x'], 'a.png'))
  expect(signUp.getSnapshot().step).toBe(1)
})

it('Back leads an influencer from the profile to the account step, and Continue to the profile again', async () => {
  const { signUp } = setUp('influencer')
  await signUp.continueAccount(ACCOUNT)
  expect(signUp.getSnapshot().step).toBe(2)
  signUp.back()
  expect(signUp.getSnapshot().step).toBe(1)
  await signUp.continueAccount(ACCOUNT)
  expect(signUp.getSnapshot().step).toBe(2)
})

it('an influencer whose profile is refused stays at the profile step', async () => {
  const { signUp } = setUp('influencer', refused({ price: ['Please specify a price'] }))
  await signUp.continueAccount(ACCOUNT)
  await signUp.signUp(OFFER, new File(['x'], 'a.png'))
  expect(signUp.getSnapshot().step).toBe(2)
})

it('someone who has an account already reads so at the influencers’ sign-up, and sees no form', () => {
  const { signUp, log } = setUp('influencer')
  signUp.personKnown(user())
  expect(log).toEqual(['user: already created'])
  expect(signUp.getSnapshot()).toMatchObject({ username: 'sam', done: false })
})

it('the same form keeps its key when its answer was lost, and another one gets a new key', async () => {
  const { signUp, sent } = setUp('influencer', () => {
    throw new Error('the connection was lost')
  })
  const keys = () => sent.map(form => form.get('uuid'))
  const step = { price: '25', duration: '600', duration_display: 2, description: 'Chess' } as const
  const file = new File(['picture'], 'me.png')
  await signUp.continueAccount(ACCOUNT)
  await signUp.signUp(step as never, file)
  await signUp.signUp({ ...step } as never, file)
  expect(keys()).toEqual(['key 1', 'key 1'])
  await signUp.signUp({ ...step, price: '26' } as never, file)
  await signUp.signUp({ ...step, price: '26' } as never, new File(['other'], 'me.png'))
  expect(keys().slice(2)).toEqual(['key 2', 'key 3'])
})
