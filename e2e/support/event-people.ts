import type { Influencer, LiveEvent, PayAnswer, SessionRequest } from '@parley/contract'
import { type ApiCaller, apiCaller, type TestPerson } from '../../apps/server/src/testing/api-caller.ts'
import { logIn } from './log-in.ts'
import { openPersonBrowser, type PersonBrowser } from './two-people.ts'

/** Makes people and events on a server through its API. */
export function eventPeople(origin: string) {
  const api: ApiCaller = apiCaller(origin)
  return {
    ...api,
    /** A Chromium of their own, logged in. */
    async openPage(person: TestPerson, place: 'phone' | 'desk'): Promise<PersonBrowser> {
      const somebody = await openPersonBrowser(origin, place)
      await logIn(somebody.page, person)
      return somebody
    },
    /** Creates an event for five pounds a place. */
    async event(owner: TestPerson, more: Record<string, unknown>): Promise<LiveEvent> {
      const fields = { description: 'Bring your questions', amount: '5.00', duration_display: 1, ...more }
      const path = `/api/influencer/${owner.username}/` as const
      const answer = await api.call<Influencer>(owner, `PATCH ${path}`, { virtual_event: fields })
      const [event] = answer.body.virtual_events ?? []
      if (!event) throw new Error(`no event was made: ${JSON.stringify(answer.body)}`)
      return event
    },
    /** Books a place and pays for it. */
    async place(fan: TestPerson, event: LiveEvent): Promise<SessionRequest> {
      const { username } = event.influencer.user
      const { title, slug, amount, format, duration, absent } = event
      const turn = format === 'queue' ? { duration, absent } : {}
      const booking = { title, slug, session_request: { amount, ...turn } }
      const booked = await api.call<SessionRequest>(fan, `POST /api/parley/${username}/live_event/`, booking)
      const intent: PayAnswer = (await api.pay(fan, booked.body)).body
      await api.confirm(intent)
      const back = { paymentIntentId: intent.payment_intent }
      const path = '/api/parley/parley_request/payment-intent/'
      return (await api.call<SessionRequest>(fan, `POST ${path}`, back)).body
    },
  }
}
export type EventPeople = ReturnType<typeof eventPeople>
