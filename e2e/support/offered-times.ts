import type { Availability, Influencer, SessionRequest, Slots, TimeWindow } from '@parley/contract'
import { expect, type Page } from '@playwright/test'
import type { TestPerson } from '../../apps/server/src/testing/api-caller.ts'
import { type EventPeople, eventPeople } from './event-people.ts'

const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']

/** An influencer in London who offers these hours on every day. */
export async function offering(
  origin: string,
  { name, windows, ...more }: { name: string; windows: TimeWindow[] } & Partial<Availability>,
): Promise<{ people: EventPeople; influencer: TestPerson }> {
  const people = eventPeople(origin)
  const influencer = await people.influencer(name)
  const weekly = Object.fromEntries(WEEKDAYS.map(day => [day, windows]))
  const hours = { mode: 'offered', zone: 'Europe/London', weekly, horizon_days: 366, version: 0, ...more }
  const saved = await people.call(influencer, 'PUT /api/influencer/me/availability/', hours)
  expect(saved.status).toBe(200)
  return { people, influencer }
}

/** From now on half of the money comes back in the last day before a call. */
export async function sellsModerately(people: EventPeople, influencer: TestPerson): Promise<void> {
  const ladder = new FormData()
  ladder.set('main_session[money_back]', 'moderate')
  const path = `PATCH /api/influencer/${influencer.username}/` as const
  expect((await people.call<Influencer>(influencer, path, ladder)).status).toBe(200)
}

/** The free times of a date in London. */
export async function timesOn(people: EventPeople, { username }: TestPerson, date: string) {
  const path = `GET /api/parley/${username}/slots/?from=${date}&to=${date}&zone=Europe/London` as const
  return (await people.call<Slots>(null, path)).body.days[0]?.slots ?? []
}

export async function ownRequests(people: EventPeople, fan: TestPerson): Promise<SessionRequest[]> {
  const { body } = await people.call<{ results: SessionRequest[] }>(fan, 'GET /api/user/me/requests/')
  return body.results
}

/** Pays what was booked, as the pages do. */
export async function payFor(people: EventPeople, fan: TestPerson, booked: SessionRequest): Promise<void> {
  const paying = (await people.pay(fan, booked)).body
  await people.confirm(paying)
  const back = { paymentIntentId: paying.payment_intent }
  const answer = await people.call(fan, 'POST /api/parley/parley_request/payment-intent/', back)
  expect(answer.status).toBe(200)
}

interface Sale {
  fan: TestPerson
  influencer: TestPerson
  /** A slot, or a stretch of time. */
  when: { slot: string | undefined } | { timeRange: { start: string; end: string } }
}

/** Books and pays. */
export async function buy(people: EventPeople, { fan, influencer, when }: Sale): Promise<SessionRequest> {
  const booked = (await people.book(fan, influencer, when)).body
  await payFor(people, fan, booked)
  return booked
}

/** Somebody else books the time that this page asks for, right before its next call to an address that ends so. */
export async function overtake(
  page: Page,
  {
    people,
    fan,
    influencer,
    call,
  }: { people: EventPeople; fan: TestPerson; influencer: TestPerson; call: string },
): Promise<void> {
  const isCall = (url: URL) => url.pathname.endsWith(call)
  await page.route(
    isCall,
    async route => {
      const { slot } = route.request().postDataJSON() as { slot: string }
      expect((await people.book(fan, influencer, { slot })).status).toBe(201)
      await route.continue()
    },
    { times: 1 },
  )
}
