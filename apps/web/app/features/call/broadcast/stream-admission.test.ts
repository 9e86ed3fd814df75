import { expect, it } from 'vitest'
import { ApiError } from '../../../api/errors.ts'
import { createStreamAdmission } from './stream-admission.ts'

const EVENT = {
  slug: 'chess',
  title: 'Chess',
  profile: { picture: null },
  duration: 60,
  starts_at: null,
  state: 'scheduled',
  influencer: { user: { id: 'ivy-id', username: 'ivy' } },
}
const place = (change: object = {}) => ({
  live_event: { slug: 'chess' },
  state: 'offered',
  payment: { stripe_intent_confirmed: true },
  ...change,
})

const ANSWERS: Readonly<Record<string, object>> = {
  '/api/parley/chess/event/': EVENT,
  '/api/parley/ivy/': { profile: { picture: '/pictures/ivy' } },
}

async function admitted(ownUserId: string, places: object[], change: object = {}) {
  const requested: string[] = []
  const admission = createStreamAdmission({
    username: 'ivy',
    slug: 'chess',
    ownUserId,
    get: async <T>(path: string) => {
      requested.push(path)
      const answer = ANSWERS[path] ?? { results: places }
      return (answer === EVENT ? { ...EVENT, ...change } : answer) as T
    },
  })
  await admission.load()
  return { ...admission.getSnapshot(), requested }
}

it('the owner broadcasts without asking for a place', async () => {
  const { parties, requested } = await admitted('ivy-id', [])
  expect(parties).toMatchObject({ isOwner: true, ownerUsername: 'ivy', totalSeconds: 60 })
  expect(requested).toEqual(['/api/parley/chess/event/'])
})

it.each([
  ['watches with a paid place', [place()], null],
  ['watches on after the event was served', [place({ state: 'completed' })], null],
  ['has to pay first', [place({ payment: { stripe_intent_confirmed: false } })], 'unpaid'],
  [
    'waits for their bank',
    [place({ payment: { stripe_intent_confirmed: false, status: 'processing' } })],
    'processing',
  ],
  [
    'waits for a dispute',
    [place({ payment: { stripe_intent_confirmed: true, status: 'disputed' } })],
    'disputed',
  ],
  ['has no place', [], 'no-place'],
  [
    'has no place at this event',
    [place({ live_event: { slug: 'other' } }), place({ live_event: null })],
    'no-place',
  ],
  ['has no place any more when it was given back', [place({ state: 'cancelled' })], 'no-place'],
] as const)('a fan %s', async (_what, places, obstacle) => {
  const admission = await admitted('fred-id', [...places])
  expect(admission.obstacle).toBe(obstacle)
  expect(admission.parties?.isOwner).toBe(obstacle === null ? false : undefined)
})

it('a fan without a place learns that all are taken', async () => {
  expect((await admitted('fred-id', [], { places_left: 0 })).obstacle).toBe('sold-out')
  expect((await admitted('fred-id', [place()], { places_left: 0 })).obstacle).toBeNull()
})

it('who waits sees the event’s picture, or the host’s where the event has none', async () => {
  const own = await admitted('fred-id', [place()], { profile: { picture: '/pictures/chess' } })
  expect(own.parties?.picture).toBe('/pictures/chess')
  expect(own.requested).not.toContain('/api/parley/ivy/')
  expect((await admitted('fred-id', [place()])).parties?.picture).toBe('/pictures/ivy')
})

it('a host whose page cannot be read keeps nobody from the event', async () => {
  const get = async <T>(path: string) => {
    if (path === '/api/parley/ivy/') throw new ApiError(404, null, '')
    return (path.endsWith('/event/') ? EVENT : { results: [place()] }) as T
  }
  const admission = createStreamAdmission({ username: 'ivy', slug: 'chess', ownUserId: 'fred-id', get })
  await admission.load()
  expect(admission.getSnapshot()).toMatchObject({ obstacle: null, parties: { picture: null } })
})

it('somebody else’s name in the address leads nowhere', async () => {
  const influencer = { user: { id: 'rita-id', username: 'rita' } }
  expect(await admitted('fred-id', [place()], { influencer })).toMatchObject({
    obstacle: 'not-found',
    parties: null,
  })
})

it.each([
  [404, 'not-found'],
  [500, 'failed'],
] as const)('an answer of %i is shown as %s', async (status, obstacle) => {
  const get = async () => {
    throw new ApiError(status, null, '')
  }
  const admission = createStreamAdmission({ username: 'ivy', slug: 'chess', ownUserId: 'fred-id', get })
  await admission.load()
  expect(admission.getSnapshot().obstacle).toBe(obstacle)
})
