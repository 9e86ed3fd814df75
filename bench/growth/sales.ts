import type { Influencer, PayAnswer, SessionRequest } from '@parley/contract'
import { newId } from '../../apps/server/src/core/ids.ts'
import { STAR } from '../../apps/server/src/testing/growth/shape.ts'
import { nextFan } from './fans.ts'
import { type Call, get, type Subject, times } from './target.ts'

export async function offerOf(subject: Subject, username: string) {
  const { main_session } = await subject.call<Influencer>(get(`/api/parley/${username}/`))
  const { amount, duration, duration_display, description } = main_session
  return { amount, duration, duration_display, description }
}

export async function bookings(subject: Subject, count: number): Promise<Call[]> {
  const offer = await offerOf(subject, `user${STAR}`)
  return times(count, () => ({
    what: `POST /api/parley/user${STAR}/parley_request/`,
    as: nextFan(subject.shape),
    body: { ...offer, uuid: crypto.randomUUID() },
    status: 201,
  }))
}

export async function booked(
  subject: Subject,
  count: number,
  book = bookings,
): Promise<{ as: number; request: SessionRequest }[]> {
  const made: { as: number; request: SessionRequest }[] = []
  for (const call of await book(subject, count))
    made.push({ as: call.as ?? 0, request: await subject.call<SessionRequest>(call) })
  await subject.job('doDueWork')
  return made
}

export const ofBooked =
  (make: (made: { as: number; request: SessionRequest }) => Call) =>
  async (subject: Subject, count: number) =>
    (await booked(subject, count)).map(make)

export const pay = ({ as, request }: { as: number; request: SessionRequest }): Call => ({
  ...{ what: `POST /api/influencer/parley_requests/${request.id}/pay/`, as, body: {} },
})

export async function paid(subject: Subject, count: number, book = bookings) {
  const made: { as: number; request: SessionRequest; answer: PayAnswer }[] = []
  for (const one of await booked(subject, count, book)) {
    const answer = await payNow(subject, one)
    made.push({ ...one, answer })
  }
  return made
}

/**
 * Calls that were sold, paid and served a moment ago, as no call of the API makes them without two cameras; answers
 * their ids.
 */
export async function served(subject: Subject, count: number): Promise<string[]> {
  const made = await paid(subject, count)
  await subject.job('doDueWork')
  const ids = made.map(({ request }) => request.id)
  await subject.sql(
    `update session_requests set state = 'completed', outcome = 'served', settled_by = 'used_up',
       begun_at = now() - interval '16 minutes', ended_at = now(), due_at = now() + interval '48 hours'
     where id = any($1)`,
    [ids],
  )
  await subject.sql(
    `insert into request_audit (id, request_id, action, from_state, to_state, from_payment, to_payment, data, created_at)
     select row_id, id, 'time', 'offered', 'completed', 'paid', 'paid', '{}', now()
     from unnest($1::uuid[], $2::uuid[]) as served (id, row_id)`,
    [ids, ids.map(() => newId())],
  )
  await subject.sql('insert into call_rooms (id) select unnest($1::uuid[]) on conflict do nothing', [ids])
  await subject.sql(
    `insert into live_intervals (id, room_id, epoch, started_at, proven_until, ended_at, ended_by)
     select gen_random_uuid(), id, 1, begun_at, begun_at + interval '15 minutes', begun_at + interval '15 minutes', 'time'
     from session_requests where id = any($1)`,
    [ids],
  )
  return ids
}

/** Pays as the buyer's browser does; the webhook comes with the due work. */
export async function payNow(
  subject: Subject,
  one: { as: number; request: SessionRequest },
): Promise<PayAnswer> {
  const answer = await subject.call<PayAnswer>(pay(one))
  const form = new URLSearchParams({
    ...{ key: answer.publishable_key, client_secret: answer.client_secret ?? '' },
    ...{ 'payment_method_data[type]': 'card', 'payment_method_data[card][number]': '4242424242424242' },
    ...{ 'payment_method_data[card][exp_month]': '12', 'payment_method_data[card][exp_year]': '2034' },
    ...{ 'payment_method_data[card][cvc]': '123', return_url: `${subject.origin}/` },
  })
  await subject.call({
    what: `POST /sandbox/stripe/v1/payment_intents/${answer.payment_intent}/confirm`,
    body: form,
  })
  return answer
}
