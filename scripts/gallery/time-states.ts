import type { SessionRequest, Slots } from '@parley/contract'
import { DAY_MS, HOUR_MS } from '@parley/contract/time-units'
import type { Page } from '@playwright/test'
import type { TestPerson } from '../../apps/server/src/testing/api-caller.ts'
import { type EventPeople, eventPeople } from '../../e2e/support/event-people.ts'
import { type Gallery, type State, takerOf, visit } from './gallery.ts'
import { moveClock, serverClock } from './moved-clock.ts'

const HOST = 'mara-mentor'
/** Sells every hour of the day, so that a slot starts soon at any time: cancelling it returns the whole price. */
const NIGHT_HOST = 'nils-nocturnal'
const ALL_DAY = [{ from: '00:00', to: '24:00' }]
const HOURS = [
  { from: '09:00', to: '12:30' },
  { from: '14:00', to: '18:00' },
]

/** An influencer who sells slots with a refund ladder. */
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

/** The date in some days, as the value of a date field. */
const dateIn = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10)

/** The first free slot after this many days. */
async function freeTime(people: EventPeople, host: TestPerson, days: number): Promise<string | undefined> {
  const range = `from=${dateIn(days)}&to=${dateIn(days + 2)}&zone=Europe/London`
  const { body } = await people.call<Slots>(null, `GET /api/parley/${host.username}/slots/?${range}`)
  return body.days.flatMap(day => day.slots)[0]?.start
}

/** Books a call, for an offered slot or for requested hours, and pays for it. */
async function buy(
  people: EventPeople,
  { fan, host, when }: { fan: TestPerson; host: TestPerson; when: Record<string, unknown> },
): Promise<SessionRequest> {
  const booked = (await people.book(fan, host, when)).body
  const paying = (await people.pay(fan, booked)).body
  await people.confirm(paying)
  const back = { paymentIntentId: paying.payment_intent }
  await people.call(fan, 'POST /api/parley/parley_request/payment-intent/', back)
  return booked
}

/** Three hours with this time in the middle. */
function hoursAround(start: string | undefined): { start: string; end: string } {
  const atMs = Date.parse(start ?? '')
  return { start: new Date(atMs - HOUR_MS).toISOString(), end: new Date(atMs + 2 * HOUR_MS).toISOString() }
}

async function shootPicking(gallery: Gallery, fan: TestPerson): Promise<void> {
  await visit(gallery, { person: fan, path: `/profile/${HOST}` }, async page => {
    const take = takerOf(gallery, page, 'fan')
    await take('a time on the profile, the next one')
    await page.getByRole('button', { name: 'All times' }).click()
    const times = page.getByRole('region', { name: 'Pick a time' }).getByRole('listitem').getByRole('button')
    await times.first().waitFor()
    await take('a time on the profile, month and day')
    await page.getByLabel('Times are shown in').selectOption('Asia/Tokyo')
    await page.getByRole('region', { name: 'Pick a time' }).getByText('in Tokyo', { exact: false }).waitFor()
    await take('a time on the profile, in another zone')
    await page.getByLabel('Times are shown in').selectOption('Europe/London')
    await times.first().waitFor()
    await times.last().click()
    await page.getByRole('button', { name: 'Book now' }).click()
    await page.getByRole('dialog').getByText('When').waitFor()
    await take('a time, before paying', 'window')
    await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click()
    await page.getByText(/^Held for you until/).waitFor()
    await take('a time, held while paying')
  })
}

/** Another fan takes the slot while a fan reads the confirmation. */
async function shootTaken(gallery: Gallery, people: EventPeople, host: TestPerson): Promise<void> {
  const [slow, quick] = [await people.fan('stella-slow'), await people.fan('quentin-quick')]
  await visit(gallery, { person: slow, path: `/profile/${HOST}` }, async page => {
    await page.getByRole('button', { name: 'Next free time' }).click()
    await page.getByRole('button', { name: 'Book now' }).click()
    await page.getByRole('dialog').getByText('When').waitFor()
    await people.book(quick, host, { slot: await freeTime(people, host, 0) })
    await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click()
    await page.getByText('This time has been taken').waitFor()
    await page.getByRole('region', { name: 'Free times near it' }).getByRole('button').first().waitFor()
    await takerOf(gallery, page, 'fan')('a time, taken by another', 'window')
  })
}

/** The address of the calendar feed of a person's calls. */
async function shootFeed(gallery: Gallery, person: TestPerson): Promise<void> {
  await visit(gallery, { person, path: '/my-account#notifications' }, async page => {
    await page.getByRole('button', { name: 'Make an address' }).click()
    await page.getByText('It is shown this once.').waitFor()
    await takerOf(gallery, page, 'fan')('the address of the own calendar')
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

/** A call before its time: its page says when it starts, and nobody has attended yet. */
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
    await page.getByLabel('At an agreed time').check()
    await page.getByLabel('Start', { exact: true }).fill(`${dateIn(5)}T18:30`)
    await takerOf(gallery, page, 'fan')('session request, another time')
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
    const buyFirst = async (buyer: TestPerson, of: TestPerson, days: number) =>
      buy(people, { fan: buyer, host: of, when: { slot: await freeTime(people, of, days) } })
    await buyFirst(other, host, 0)
    await buyFirst(fan, host, 3)
    const late = await buyFirst(fan, night, 0)
    const slot = await freeTime(people, host, 3)
    await buy(people, {
      fan: await people.fan('wanda-whenever'),
      host,
      when: { timeRange: hoursAround(slot) },
    })
    await shootAttendance(gallery, { fan, slug: late.slug })
    await people.call(fan, `POST /api/influencer/parley_requests/${late.id}/cancel/`)
    await shootPicking(gallery, await people.fan('nadia-new'))
    await shootTaken(gallery, people, host)
    await shootBookings(gallery, fan)
    await shootFeed(gallery, fan)
    await shootSuggesting(gallery, { host, fan: other })
    await shootMoney(gallery, { fan, slug: late.slug })
  },
}

/** Longer than a slot is held for a person who has not paid. */
const HELD_LONGER_SECONDS = 11 * 60

/** Moves the server's clock, and the page's. */
const heldTooLong: State = {
  name: 'times: the hold ran out',
  async take(gallery) {
    const people = eventPeople(gallery.demo.origin)
    await openHost(people, 'lotta-later', HOURS)
    const before = async (page: Page) => page.clock.install()
    const visited = { person: await people.fan('dora-dawdles'), path: '/profile/lotta-later', before }
    await visit(gallery, visited, async page => {
      await page.getByRole('button', { name: 'Next free time' }).click()
      await page.getByRole('button', { name: 'Book now' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click()
      const held = page.getByText(/^Held for you until/)
      await held.waitFor()
      await moveClock(people, HELD_LONGER_SECONDS)
      await page.clock.fastForward(HELD_LONGER_SECONDS * 1000)
      await held.waitFor({ state: 'detached' })
      await takerOf(gallery, page, 'fan')('a time, held too long')
    })
  },
}

/** Longer than the server waits for a person after the start of a slot. */
const NOBODY_CAME_SECONDS = 25 * 60

/** Moves the server's clock past the end of a call to which nobody came. */
const nobodyCame: State = {
  name: 'times: nobody came, for both people',
  async take(gallery) {
    const people = eventPeople(gallery.demo.origin)
    const host = await openHost(people, 'nina-noshow', ALL_DAY)
    const fan = await people.fan('abe-absent')
    const start = await freeTime(people, host, 0)
    const { slug } = await buy(people, { fan, host, when: { slot: start } })
    const aheadSeconds = (Date.parse(start ?? '') - serverClock.now().getTime()) / 1000
    await moveClock(people, Math.ceil(aheadSeconds) + NOBODY_CAME_SECONDS)
    for (const [person, role, path] of [
      [fan, 'fan', `/chat/${slug}`],
      [host, 'nina-noshow', `/paidchat/${slug}`],
    ] as const) {
      await visit(gallery, { person, path }, async page => {
        await page.getByRole('heading', { name: 'The call did not take place' }).waitFor()
        await page.getByText('Nobody came, so all of it goes back.').waitFor()
        await takerOf(gallery, page, role)('a call to which nobody came', 'window')
      })
      await visit(gallery, { person, path: `/receipt/${slug}` }, async page => {
        await page.getByRole('region', { name: 'Who was there' }).waitFor()
        await takerOf(gallery, page, role)('receipt of a call to which nobody came')
      })
    }
  },
}

export const timeStates: readonly State[] = [times]
/** The states that move the server's clock. */
export const lateTimeStates: readonly State[] = [heldTooLong, nobodyCame]
