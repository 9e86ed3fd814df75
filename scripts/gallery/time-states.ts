import type { SessionRequest, Slots } from '@parley/contract'
import type { TestPerson } from '../../apps/server/src/testing/api-caller.ts'
import { type EventPeople, eventPeople } from '../../e2e/support/event-people.ts'
import { type Gallery, type State, takerOf, visit } from './gallery.ts'

const HOST = 'mara-mentor'
/** Awake at every hour, so that a time begins soon whatever the clock says: all of it comes back of no other. */
const NIGHT_HOST = 'nils-nocturnal'
const ALL_DAY = [{ from: '00:00', to: '24:00' }]
const HOURS = [
  { from: '09:00', to: '12:30' },
  { from: '14:00', to: '18:00' },
]

/** One who sells times by a ladder. */
async function openHost(people: EventPeople, name: string, windows: typeof HOURS): Promise<TestPerson> {
  const host = await people.influencer(name)
  const weekly = Object.fromEntries(
    ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'].map(day => [day, windows]),
  )
  const hours = { mode: 'offered', zone: 'Europe/London', weekly, notice: 15, version: 0 }
  await people.call(host, 'PUT /api/influencer/me/availability/', hours)
  const ladder = new FormData()
  ladder.set('main_session[money_back]', 'moderate')
  await people.call(host, `PATCH /api/influencer/${host.username}/`, ladder)
  return host
}

/** Buys the first free time at least so many days ahead. */
async function buy(
  people: EventPeople,
  { fan, host, days }: { fan: TestPerson; host: TestPerson; days: number },
): Promise<SessionRequest> {
  const date = (more: number) => new Date(Date.now() + (days + more) * 86_400_000).toISOString().slice(0, 10)
  const asked = `from=${date(0)}&to=${date(2)}&zone=Europe/London`
  const { body } = await people.call<Slots>(null, `GET /api/parley/${host.username}/slots/?${asked}`)
  const free = body.days.flatMap(day => day.slots)
  const booked = (await people.book(fan, host, { slot: free[0]?.start })).body
  const paying = (await people.pay(fan, booked)).body
  await people.confirm(paying)
  const back = { paymentIntentId: paying.payment_intent }
  await people.call(fan, 'POST /api/parley/parley_request/payment-intent/', back)
  return booked
}

async function shootPicking(gallery: Gallery, fan: TestPerson): Promise<void> {
  await visit(gallery, { person: fan, path: `/profile/${HOST}` }, async page => {
    const take = takerOf(gallery, page, 'fan')
    await take('a time on the profile, the next one')
    await page.getByRole('button', { name: 'All times' }).click()
    const times = page.getByRole('region', { name: 'Pick a time' }).getByRole('listitem').getByRole('button')
    await times.first().waitFor()
    await take('a time on the profile, month and day')
    await times.last().click()
    await page.getByRole('button', { name: 'Book now' }).click()
    await page.getByRole('dialog').getByText('When').waitFor()
    await take('a time, before paying', 'window')
    await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click()
    await page.getByText(/^Held for you until/).waitFor()
    await take('a time, held while paying')
  })
}

async function shootBookings(gallery: Gallery, fan: TestPerson): Promise<void> {
  await visit(gallery, { person: fan, path: '/bookings' }, async page => {
    const take = takerOf(gallery, page, 'fan')
    const move = page.getByRole('button', { name: 'Move', exact: true }).first()
    await move.waitFor()
    await take('your bookings')
    await move.click()
    await page.getByRole('dialog').getByRole('button', { name: 'Next free time' }).waitFor()
    await take('a time, moving it', 'window')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Cancel request' }).first().click()
    await page.getByRole('dialog').waitFor()
    await take('a time, cancelling it', 'window')
  })
}

async function shootSuggesting(
  gallery: Gallery,
  { host, fan }: { host: TestPerson; fan: TestPerson },
): Promise<void> {
  await visit(gallery, { person: host, path: '/calendar' }, async page => {
    const take = takerOf(gallery, page, HOST)
    await page.getByRole('region', { name: 'Who is next' }).getByText('@').first().waitFor()
    await take('calendar with sold times')
    await page.getByRole('button', { name: 'Suggest other times' }).first().click()
    const sheet = page.getByRole('dialog')
    await sheet.getByRole('button', { name: 'Next free time' }).click()
    await sheet.getByLabel('Your words to them (optional)').fill('My train is late')
    await take('suggesting other times', 'window')
    await sheet.getByRole('button', { name: 'Suggest', exact: true }).click()
    await page.getByText(/^You suggested /).waitFor()
  })
  await visit(gallery, { person: fan, path: '/bookings' }, async page => {
    await page.getByRole('region', { name: `@${HOST} suggests another time` }).waitFor()
    await takerOf(gallery, page, 'fan')('another time is suggested')
  })
  await visit(gallery, { person: host, path: '/availability' }, async page => {
    await page.getByText('How fans book you').first().waitFor()
    await takerOf(gallery, page, HOST)('availability, hours that are offered')
  })
}

/** A call whose time has not come: the page of the call says when, and nobody was there yet. */
async function shootAttendance(
  gallery: Gallery,
  { fan, slug }: { fan: TestPerson; slug: string },
): Promise<void> {
  await visit(gallery, { person: fan, path: `/chat/${slug}` }, async page => {
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    await takerOf(gallery, page, 'fan')('the page of a call before its time')
  })
  await visit(gallery, { person: fan, path: '/session-request' }, async page => {
    await page.getByRole('combobox', { name: 'Who' }).fill('mara')
    await page.getByRole('option').first().waitFor()
    await takerOf(gallery, page, 'fan')('session request, finding a person')
    await page.getByRole('option').first().click()
    await page.getByRole('button', { name: 'All times' }).waitFor()
    await takerOf(gallery, page, 'fan')('session request, with their times')
  })
}

async function shootMoney(gallery: Gallery, { fan, slug }: { fan: TestPerson; slug: string }): Promise<void> {
  for (const [path, title] of [
    [`/money/${slug}`, 'where the money is, cancelled late'],
    ['/payments', 'payments of a fan'],
  ] as const) {
    await visit(gallery, { person: fan, path }, async page => {
      await page.getByRole('heading', { level: 1 }).first().waitFor()
      await takerOf(gallery, page, 'fan')(title)
    })
  }
}

const times: State = {
  name: 'times: picking, holding, bookings, moving, cancelling, suggesting, calendar, availability, money',
  async take(gallery) {
    const people = eventPeople(gallery.demo.origin)
    const host = await openHost(people, HOST, HOURS)
    const night = await openHost(people, NIGHT_HOST, ALL_DAY)
    const [fan, other] = [await people.fan('tilda-time'), await people.fan('oscar-other')]
    await buy(people, { fan: other, host, days: 0 })
    await buy(people, { fan, host, days: 3 })
    const late = await buy(people, { fan, host: night, days: 0 })
    await shootAttendance(gallery, { fan, slug: late.slug })
    await people.call(fan, `POST /api/influencer/parley_requests/${late.id}/cancel/`)
    await shootPicking(gallery, await people.fan('nadia-new'))
    await shootBookings(gallery, fan)
    await shootSuggesting(gallery, { host, fan: other })
    await shootMoney(gallery, { fan, slug: late.slug })
  },
}

const reporting: State = {
  name: 'safety: what is wrong, report, block',
  async take(gallery) {
    const people = eventPeople(gallery.demo.origin)
    const fan = await people.fan('wary-fan')
    await visit(gallery, { person: fan, path: '/profile/nora-chess' }, async page => {
      const take = takerOf(gallery, page, 'fan')
      const shield = page.getByRole('button', { name: 'Safety: @nora-chess' })
      await shield.click()
      await page.getByRole('dialog').waitFor()
      await take('safety, is something wrong?', 'window')
      await page.getByRole('dialog').getByRole('button', { name: 'Report @nora-chess' }).click()
      await page.getByLabel('Insults, threats or hate').check()
      await take('safety, report', 'window')
      await page.keyboard.press('Escape')
      await shield.click()
      await page.getByRole('dialog').getByRole('button', { name: 'Block @nora-chess' }).click()
      await page.getByText('Nothing is open between you.').waitFor()
      await take('safety, block', 'window')
    })
  },
}

export const timeStates: readonly State[] = [times, reporting]
