import type { CreatedUser, Page, SessionRequest } from '@parley/contract'
import { ORDINARY_INFLUENCER, personId } from '../../apps/server/src/testing/growth/shape.ts'
import { nextFan } from './fans.ts'
import { payNow } from './sales.ts'
import { type Call, get, type Target, times } from './target.ts'

const route = (name: string, calls: Target['calls']): Target => ({ name, kind: 'route', calls })
const uuid = () => crypto.randomUUID()

const accountForm = () => {
  const name = `new${uuid().slice(0, 13)}`
  const form = new FormData()
  const fields = { username: name, first_name: 'New', last_name: 'Person', email: `${name}@example.org` }
  const password = 'correct horse battery'
  for (const [field, value] of Object.entries({ ...fields, password, confirmpassword: password }))
    form.set(field, value)
  return form
}

const accounts: Target[] = [
  route('sign up', (_subject, count) =>
    times(count, () => ({ what: 'POST /api/user/', body: accountForm(), status: 201 })),
  ),
  route('stay logged in', async (subject, count) => {
    const calls: Call[] = []
    for (let i = 0; i < count; i++) {
      const { refresh } = await subject.login(nextFan(subject.shape))
      calls.push({ what: 'POST /api/auth/jwt/refresh/', body: { refresh } })
    }
    return calls
  }),
  route('log out', async (subject, count) => {
    const calls: Call[] = []
    for (let i = 0; i < count; i++) {
      const { refresh } = await subject.login(nextFan(subject.shape))
      calls.push({ what: 'POST /api/auth/jwt/logout/', body: { refresh } })
    }
    return calls
  }),
  route('end another login', async (subject, count) => {
    const calls: Call[] = []
    for (let i = 0; i < count; i++) {
      const fan = nextFan(subject.shape)
      const [login] = await subject.sql<{ id: string }>(
        'select id from logins where user_id = $1 and revoked_at is null order by last_used_at limit 1',
        [personId(fan)],
      )
      calls.push({ what: `DELETE /api/user/me/logins/${login?.id}/`, as: fan })
    }
    return calls
  }),
  route('delete an account', async (subject, count) => {
    const calls: Call[] = []
    for (let i = 0; i < count; i++) {
      const what = 'POST /api/user/'
      const { token } = await subject.call<CreatedUser>({ what, body: accountForm(), status: 201 })
      calls.push({
        what: 'DELETE /api/user/me/',
        token: token.access,
        body: { password: 'correct horse battery' },
      })
    }
    await subject.job('doDueWork')
    return calls
  }),
  route('a new address for calendar programs', (subject, count) =>
    times(count, () => ({
      what: 'POST /api/user/me/calendar-feed/',
      as: nextFan(subject.shape),
      status: 201,
    })),
  ),
  route('delete the address for calendar programs', (subject, count) =>
    times(count, () => ({ what: 'DELETE /api/user/me/calendar-feed/', as: nextFan(subject.shape) })),
  ),
  route('begin to save a card', (subject, count) =>
    times(count, () => {
      const as = nextFan(subject.shape)
      return { what: `POST /api/user/${personId(as)}/card-wallet/`, as }
    }),
  ),
  route('prove again by a password', (subject, count) =>
    times(count, () => ({
      ...{ what: 'POST /api/auth/step-up/', as: nextFan(subject.shape) },
      body: { password: 'correct horse battery' },
    })),
  ),
]

const selling: Target[] = [
  route('make an event', (_subject, count) =>
    times(count, i => ({ what: `PATCH /api/influencer/user${30 + i}/`, as: 30 + i, body: eventForm(i) })),
  ),
  route('cancel an event', async (subject, count) => {
    const calls: Call[] = []
    for (let i = 0; i < count; i++) {
      const who = 20 + (i % 7)
      await subject.call({ what: `PATCH /api/influencer/user${who}/`, as: who, body: eventForm(i) })
      const { results } = await subject.call<Page<{ slug: string }>>(
        get(`/api/parley/user${who}/live_events/`),
      )
      calls.push({ what: `POST /api/parley/${results[0]?.slug}/cancel-event/`, as: who })
    }
    return calls
  }),
  route('accept a prepaid link', async (subject, count) => {
    const calls: Call[] = []
    for (let i = 0; i < count; i++) {
      const as = nextFan(subject.shape)
      const body = { amount: '10.00', duration: 600, description: 'Ten minutes for somebody', uuid: uuid() }
      const what = 'POST /api/parley/prepaid-link/'
      const request = await subject.call<SessionRequest>({ what, as, body, status: 201 })
      await payNow(subject, { as, request })
      calls.push({ what: `POST /api/parley/prepaid/${request.id}/accept/`, as: ORDINARY_INFLUENCER })
    }
    await subject.job('doDueWork')
    return calls
  }),
]

function eventForm(i: number): FormData {
  const form = new FormData()
  const startsAt = new Date(
    Date.now() + (40 + i) * 86_400_000 + Math.floor(Math.random() * 86_400_000),
  ).toISOString()
  const fields = {
    title: 'Openings',
    description: 'A talk about openings',
    amount: '5.00',
    starts_at: startsAt,
  }
  for (const [name, value] of Object.entries(fields)) form.set(`virtual_event[${name}]`, value)
  return form
}

/** What people change of their own accounts, events and links. */
export const ACCOUNT_WRITES: readonly Target[] = [...accounts, ...selling]
