import type { OwnDispute, Page as PageOf, SessionRequest, StaffStandingPerson } from '@parley/contract'
import { messages } from '@parley/contract/messages'
import type { Page } from '@playwright/test'
import { TEST_PASSWORD, type TestPerson } from '../../apps/server/src/testing/api-caller.ts'
import { addApp, type TestApp } from '../../apps/server/src/testing/second-factor.ts'
import { grantRole, writeShortCall } from '../../e2e/support/desk.ts'
import { type EventPeople, eventPeople } from '../../e2e/support/event-people.ts'
import { type Gallery, type State, takerOf, until, visit } from './gallery.ts'
import { serverClock as clock, moveClock } from './moved-clock.ts'

/** A sandbox card whose payments are disputed at once. */
export const DISPUTED = '4000000000000259'
const STATEMENT =
  'We spoke for the whole time that was paid. They thanked me at the end and asked when they could call again.'
const FIVE_DAYS_SECONDS = 5 * 86_400

interface Sale {
  fan: TestPerson
  star: TestPerson
  request: SessionRequest
}

export async function sell(
  people: EventPeople,
  { fan, star }: Pick<Sale, 'fan' | 'star'>,
  card?: string,
): Promise<Sale> {
  const { body: request } = await people.book(fan, star)
  await people.confirm((await people.pay(fan, request)).body, card)
  const slug = request.slug
  await until(
    () => people.request(fan, slug),
    ({ payment }) => payment.stripe_intent_confirmed,
  )
  return { fan, star, request }
}

/** A call that ran for a minute, after which the buyer waited for the influencer. */
async function sellShortCall({ dataDir }: Gallery, people: EventPeople): Promise<Sale> {
  const sale = await sell(people, {
    fan: await people.fan('wendy-wronged'),
    star: await people.influencer('ralph-rough'),
  })
  await writeShortCall(dataDir, sale.request.id)
  await moveClock(people, FIVE_DAYS_SECONDS)
  await until(
    () => people.request(sale.fan, sale.request.slug),
    ({ state }) => state === 'completed',
  )
  const opinion = `POST /api/parley/${sale.request.slug}/session/opinion/` as const
  const figures = { round_trip_ms: 48, lost_permille: 2, freezes: 0, restarts: 0 }
  const bad = { round_trip_ms: 420, lost_permille: 96, freezes: 7, restarts: 2 }
  await people.call(sale.star, opinion, { opinion: 'good', figures })
  await people.call(sale.fan, opinion, { opinion: 'not_good', trouble: 'sound', figures: bad })
  return sale
}

async function shootProblem(gallery: Gallery, { fan, request }: Sale): Promise<void> {
  await visit(gallery, { person: fan, path: `/chat/${request.slug}` }, async page => {
    await page.getByRole('region', { name: 'Who was there' }).waitFor()
    await takerOf(gallery, page, 'fan')('ended call, who was there')
    await page.getByRole('button', { name: 'Something was wrong' }).click()
    const sheet = page.getByRole('dialog', { name: 'Something was wrong' })
    await sheet.getByLabel('Sound or picture did not work').check()
    await takerOf(gallery, page, 'fan')('something was wrong', 'window')
    await sheet.getByLabel('What happened (optional)').fill('I heard nothing, and saw a still picture')
    await sheet.getByRole('button', { name: 'Send' }).click()
    await sheet.getByText('Thank you.').waitFor()
    await takerOf(gallery, page, 'fan')('something was wrong, sent', 'window')
  })
  await visit(gallery, { person: fan, path: `/money/${request.slug}` }, async page => {
    await page.getByText('still on its way').waitFor()
    await takerOf(gallery, page, 'fan')('where the money is, while a problem is open')
  })
}

/** The link by which a suspended person appeals, from their mail. */
export async function mailedLink(people: EventPeople, { username }: TestPerson): Promise<string> {
  const mails = `GET /sandbox/mail/?as=json&to=${username}@example.org` as const
  const linkOf = async () => {
    const { body } = await people.call<PageOf<{ text: string }>>(null, mails)
    return /appeal#token=\S+/.exec(body.results.map(({ text }) => text).join('\n'))?.[0] ?? ''
  }
  return until(linkOf, found => found !== '')
}

/** Suspends a person, who appeals by the link of the mail. */
async function suspend(gallery: Gallery, people: EventPeople, staff: Staff): Promise<TestPerson> {
  const shut = await people.influencer('boris-banned')
  await people.call(staff.person, 'POST /api/auth/step-up/', { code: staff.app.code() })
  const act = { reason: 'You threatened a fan in a call on Monday', version: 0 }
  await people.call(staff.person, `POST /api/staff/people/${shut.id}/suspend/`, act)
  const link = await mailedLink(people, shut)
  await visit(gallery, { person: null, path: `/${link}` }, async page => {
    await page.getByLabel('Your words').fill('It was not me. My brother had taken my phone.')
    await takerOf(gallery, page, 'suspended')('appeal')
    await page.getByRole('button', { name: 'Send appeal' }).click()
    await page.getByRole('heading', { name: 'Your appeal is with us' }).waitFor()
    await takerOf(gallery, page, 'suspended')('appeal, sent')
    await page.goto(`${gallery.demo.origin}/login`)
    await page.getByLabel('Email').fill(`${shut.username}@example.org`)
    await page.getByLabel('Password', { exact: true }).fill(TEST_PASSWORD)
    await page.getByRole('button', { name: 'Log in', exact: true }).click()
    await page.getByText(messages.suspended).first().waitFor()
    await takerOf(gallery, page, 'suspended')('login, suspended', 'window')
  })
  return shut
}

export interface Staff {
  person: TestPerson
  app: TestApp
}

export async function hire(
  gallery: Gallery,
  people: EventPeople,
  { name, role }: { name: string; role: 'moderator' | 'admin' },
): Promise<Staff> {
  const person = await people.fan(name)
  await grantRole(gallery.dataDir, person.username, role)
  return { person, app: await addApp({ ...people, clock }, person) }
}

async function shootDesk(gallery: Gallery, person: TestPerson): Promise<void> {
  await visit(gallery, { person, path: '/staff' }, async page => {
    await page.getByRole('region', { name: 'Reports' }).getByRole('link').first().waitFor()
    await page.getByRole('region', { name: 'Disputes' }).waitFor()
    await takerOf(gallery, page, 'staff')('the desk')
    await page.locator('summary', { hasText: 'Accept the loss' }).first().click()
    await page.getByText('stays with the bank of the buyer, for good').waitFor()
    await takerOf(gallery, page, 'staff')('the desk, the loss of a dispute is accepted')
    await page.getByRole('searchbox').fill('wendy')
    await page.keyboard.press('Enter')
    await page.getByRole('list', { name: 'People' }).waitFor()
    await takerOf(gallery, page, 'staff')('the desk, a search', 'window')
    await page.getByRole('region', { name: 'Reports' }).getByRole('link').first().click()
    await page.getByRole('heading', { name: 'What was reported' }).waitFor()
    await takerOf(gallery, page, 'staff')('the desk, a report')
  })
}

/** Requests a role for a person: the desk of every other admin shows the request. */
export async function requestRole(
  people: EventPeople,
  { person, app }: Staff,
  { id }: TestPerson,
): Promise<void> {
  await people.call(person, 'POST /api/auth/step-up/', { code: app.code() })
  const { body } = await people.call<StaffStandingPerson>(person, `GET /api/staff/people/${id}/`)
  const reason = 'She answers our mails from December on'
  const act = { role: 'support', change: 'grant', reason, version: body.version }
  await people.call(person, `POST /api/staff/people/${id}/roles/`, act)
}

async function proveByApp(page: Page, app: TestApp): Promise<void> {
  const proof = page.getByRole('dialog', { name: 'Is it you?' })
  await proof.getByLabel('Code of your authenticator app').fill(app.code())
  await proof.getByRole('button', { name: 'Continue' }).click()
  await proof.waitFor({ state: 'hidden' })
}

/** The desk without open cases: the lists of decided and closed ones. */
async function shootDecided(gallery: Gallery, { person }: Staff, shut: TestPerson): Promise<void> {
  await visit(gallery, { person, path: '/staff' }, async page => {
    const take = takerOf(gallery, page, 'staff')
    const disputes = page.getByRole('region', { name: 'Disputes' })
    const form = disputes.getByRole('group').filter({ hasText: 'Accept the loss' })
    await form.locator('summary').click()
    await form.getByLabel('Reason, for the record').fill('The influencer never came')
    await form.getByRole('button', { name: 'Accept the loss' }).click()
    await disputes.getByRole('status').filter({ hasText: 'the loss is accepted' }).waitFor()
    await take('the desk, a loss was accepted')
    await disputes.getByRole('button', { name: 'Closed' }).click()
    await disputes.getByText(/^The loss was accepted on/).waitFor()
    await page
      .getByRole('region', { name: 'Reports' })
      .getByRole('button', { name: 'Decided', exact: true })
      .click()
    await page
      .getByRole('region', { name: 'Reports' })
      .getByText('None has been decided yet.')
      .or(page.getByRole('region', { name: 'Reports' }).getByRole('listitem').first())
      .waitFor()
    await take('the desk, closed disputes')
  })
  await visit(gallery, { person, path: `/staff/people/${shut.id}` }, async page => {
    await page.getByText(/^Suspended since/).waitFor()
    await takerOf(gallery, page, 'staff')('the desk, a suspended person')
  })
}

/** What the influencer of a disputed sale reads, and their statement to the bank. */
async function shootDispute(gallery: Gallery, people: EventPeople, { star }: Sale): Promise<void> {
  await until(
    () => people.call<PageOf<OwnDispute>>(star, 'GET /api/influencer/me/disputes/'),
    ({ body }) => Boolean(body.results[0]?.pack?.staged_at),
  )
  await visit(gallery, { person: star, path: '/earnings' }, async page => {
    await page.getByLabel('What the bank should know (optional)').fill(STATEMENT)
    await page.locator('summary', { hasText: 'What our answer says' }).click()
    await takerOf(gallery, page, 'influencer')('earnings, a dispute')
    await page.getByRole('button', { name: 'Add to the answer' }).click()
    await page.getByText('Your words are part of our answer.').waitFor()
    await takerOf(gallery, page, 'influencer')('earnings, a dispute with own words')
  })
}

async function shootRequest(
  gallery: Gallery,
  { person, app }: Staff,
  { request, star }: Sale,
): Promise<void> {
  await visit(gallery, { person, path: `/staff/requests/${request.id}` }, async page => {
    await page.getByRole('heading', { name: 'Why it ended' }).waitFor()
    await page.getByLabel('What goes back to the buyer, in pounds').fill('1')
    await page.getByLabel('Reason, for the record').fill('Both pages measured no sound for a minute')
    await takerOf(gallery, page, 'staff')('the desk, why a call failed and where its money is')
    await page.getByRole('button', { name: 'Settle the problem' }).click()
    await page.getByRole('dialog', { name: 'Is it you?' }).waitFor()
    await takerOf(gallery, page, 'staff')('the desk, is it you?', 'window')
    await proveByApp(page, app)
    await page.getByText('It is settled: £1.00 went back by it.').waitFor()
    await takerOf(gallery, page, 'staff')('the desk, a problem is settled')
    const form = page.getByRole('heading', { name: 'Give money back' }).locator('..')
    await form.getByLabel('Amount in pounds').fill('0.50')
    await form.getByLabel('Reason, for the record').fill('Both of them say that the sound was bad')
    await takerOf(gallery, page, 'staff')('the desk, money is given back')
  })
  await visit(gallery, { person, path: `/staff/people/${star.id}` }, async page => {
    await page.getByRole('button', { name: `Suspend @${star.username}` }).waitFor()
    await takerOf(gallery, page, 'staff')('the desk, a person')
    await page.getByLabel('For how long').selectOption({ index: 1 })
    await page
      .getByLabel('Reason, as the person reads it')
      .fill('You shouted at a fan in a call on Monday and did not stop when she asked you to')
    await takerOf(gallery, page, 'staff')('the desk, a person is about to be suspended')
  })
  await visit(gallery, { person, path: '/staff/audit' }, async page => {
    await page.getByRole('listitem').first().waitFor()
    await takerOf(gallery, page, 'staff')('the desk, what staff did')
  })
}

const desk: State = {
  name: 'desk: problem, appeal, suspended login, a dispute, what waits for a second, the desk, a report, a call and its money, a person, audit',
  async take(gallery) {
    const people = eventPeople(gallery.demo.origin)
    const sale = await sellShortCall(gallery, people)
    await shootProblem(gallery, sale)
    const disputed = await sell(people, { fan: await people.fan('dora-disputes'), star: sale.star }, DISPUTED)
    const { request, fan } = sale
    const report = {
      about: { kind: 'request', id: request.slug },
      reason: 'harassment',
      uuid: crypto.randomUUID(),
    }
    await people.call(fan, 'POST /api/reports/', { ...report, text: 'They shouted at me, and then left' })
    const mona = await hire(gallery, people, { name: 'mona-moderates', role: 'moderator' })
    const shut = await suspend(gallery, people, mona)
    const newcomer = await people.fan('nell-new-at-the-desk')
    await grantRole(gallery.dataDir, newcomer.username, 'admin')
    await visit(gallery, { person: newcomer, path: '/staff' }, async page => {
      await page.getByRole('link', { name: 'Add a second factor' }).waitFor()
      await takerOf(gallery, page, 'staff')('the desk, without a second factor', 'window')
    })
    const admin = { person: newcomer, app: await addApp({ ...people, clock }, newcomer) }
    const other = await hire(gallery, people, { name: 'ada-admin', role: 'admin' })
    await requestRole(people, other, fan)
    await until(
      () => people.call<PageOf<{ pack: unknown }>>(newcomer, 'GET /api/staff/disputes/'),
      ({ body }) => Boolean(body.results?.[0]?.pack),
    )
    await shootDispute(gallery, people, disputed)
    await shootDesk(gallery, newcomer)
    await shootRequest(gallery, admin, sale)
    await visit(gallery, { person: newcomer, path: `/staff/requests/${disputed.request.id}` }, async page => {
      await page.getByRole('heading', { name: 'How it stands' }).waitFor()
      await takerOf(gallery, page, 'staff')('the desk, a disputed call that has not begun')
    })
    await shootDecided(gallery, admin, shut)
  },
}

/** The last state, because it moves the server's clock. */
export const deskStates: readonly State[] = [desk]
