import type {
  Page as PageOf,
  StaffDispute,
  StaffMe,
  StaffPayout,
  StaffStandingPerson,
} from '@parley/contract'
import type { Page } from '@playwright/test'
import type { TestPerson } from '../../apps/server/src/testing/api-caller.ts'
import { type EventPeople, eventPeople } from '../../e2e/support/event-people.ts'
import { DISPUTED, hire, mailedLink, requestRole, type Staff, sell } from './desk-states.ts'
import { type Gallery, type State, takerOf, until, visit } from './gallery.ts'

const WORDS = 'The bank has shown that it was somebody else'

async function stepUp(people: EventPeople, { person, app }: Staff): Promise<void> {
  await people.call(person, 'POST /api/auth/step-up/', { code: app.code() })
}

const versionOf = async (people: EventPeople, { person }: Staff, { id }: TestPerson) =>
  (await people.call<StaffStandingPerson>(person, `GET /api/staff/people/${id}/`)).body.version

/** A ban of which one moderator requests the end; the second moderator refuses it at the desk. */
async function shootBan(
  gallery: Gallery,
  people: EventPeople,
  [first, second]: [Staff, Staff],
): Promise<void> {
  const banned = await people.influencer('bella-banned')
  const act = async (what: 'suspend' | 'restore', more: object) =>
    people.call(first.person, `POST /api/staff/people/${banned.id}/${what}/`, {
      ...{ version: await versionOf(people, first, banned), reason: 'You sold calls that you never gave' },
      ...more,
    })
  await act('suspend', { kind: 'banned' })
  await act('restore', { reason: WORDS })
  await visit(gallery, { person: first.person, path: `/staff/people/${banned.id}` }, async page => {
    await page.getByText('Somebody has asked to lift it').waitFor()
    await takerOf(gallery, page, 'staff')('the desk, a ban whose lift waits for a second person')
  })
  await visit(gallery, { person: first.person, path: '/staff' }, async page => {
    await page.getByText('You asked for this: another member of staff confirms it.').waitFor()
    await takerOf(gallery, page, 'staff')('the desk, own requests that wait for a second person')
  })
  await visit(gallery, { person: second.person, path: '/staff' }, async page => {
    const waiting = page.getByRole('region', { name: 'Waits for a second member of staff' })
    await waiting.getByLabel('Reason, for the record').fill('The letter of the bank names another shop')
    await waiting.getByRole('button', { name: 'Refuse' }).click()
    await page.getByText('It is not carried out.').waitFor()
    await takerOf(gallery, page, 'staff')('the desk, what waited is refused', 'window')
  })
}

/** The moderator who suspended somebody reads the appeal against it, and may not decide it. */
async function shootOwnAppeal(gallery: Gallery, people: EventPeople, moderator: Staff): Promise<void> {
  const shut = await people.influencer('otto-out')
  const act = { reason: 'You threatened a fan in a call on Monday', version: 0 }
  await people.call(moderator.person, `POST /api/staff/people/${shut.id}/suspend/`, act)
  const token = (await mailedLink(people, shut)).split('token=')[1]
  await people.call(null, 'POST /api/appeals/', { token, text: 'It was my brother, who had taken my phone.' })
  await visit(gallery, { person: moderator.person, path: '/staff' }, async page => {
    await page.getByText('You suspended them: somebody else decides.').waitFor()
    await takerOf(gallery, page, 'staff')('the desk, an appeal against an own suspension')
  })
}

/** A report that somebody has just decided, and the list of decided ones. */
async function shootDecidedReport(gallery: Gallery, people: EventPeople, moderator: Staff): Promise<void> {
  const [fan, star] = [await people.fan('rita-reports'), await people.influencer('lou-loud')]
  await people.call(fan, 'POST /api/reports/', {
    ...{ about: { kind: 'user', id: star.id }, reason: 'spam', uuid: crypto.randomUUID() },
    text: 'The whole page advertises another site',
  })
  await visit(gallery, { person: moderator.person, path: '/staff' }, async page => {
    const take = takerOf(gallery, page, 'staff')
    const reports = page.getByRole('region', { name: 'Reports' })
    await reports.getByRole('link', { name: /@lou-loud/ }).click()
    await page.getByLabel('Reason, for the record').fill('The page names a shop, and nothing else')
    await page.getByRole('button', { name: 'Our rules were broken' }).click()
    await page.getByText(/^Decided by @/).waitFor()
    await take('the desk, a decided report')
    await page.goto(`${gallery.demo.origin}/staff`)
    await reports.getByRole('button', { name: 'Decided', exact: true }).click()
    await reports.getByRole('link', { name: /@lou-loud/ }).waitFor()
    await take('the desk, the list of decided reports', 'window')
  })
}

/** The answer to a bank, sent before its time. */
async function shootSentAnswer(gallery: Gallery, people: EventPeople, admin: Staff): Promise<void> {
  const [fan, star] = [await people.fan('bert-at-the-bank'), await people.influencer('vera-was-there')]
  const { request } = await sell(people, { fan, star }, DISPUTED)
  await until(
    () => people.call<PageOf<StaffDispute>>(admin.person, 'GET /api/staff/disputes/'),
    ({ body }) => body.results.some(each => each.request_id === request.id && each.pack?.staged_at),
  )
  await visit(gallery, { person: admin.person, path: '/staff' }, async page => {
    const disputes = page.getByRole('region', { name: 'Disputes' })
    const form = disputes.getByRole('group').filter({ hasText: 'Send the answer now' }).first()
    await form.locator('summary').click()
    await form.getByLabel('Reason, for the record').fill('Both of them were there for all of it')
    await form.getByRole('button', { name: 'Send the answer now' }).click()
    await disputes.getByText('the answer goes to the bank.').waitFor()
    await takerOf(gallery, page, 'staff')('the desk, the answer to a dispute is sent')
  })
}

/** What waits for a second person is confirmed. */
async function shootConfirmed(
  gallery: Gallery,
  people: EventPeople,
  { first, second }: { first: Staff; second: Staff },
): Promise<void> {
  await requestRole(people, first, await people.fan('nadia-newcomer'))
  await visit(gallery, { person: second.person, path: '/staff' }, async page => {
    const waiting = page.getByRole('region', { name: 'Waits for a second member of staff' })
    await waiting.getByLabel('Reason, for the record').first().fill('She has read our rules with me')
    await waiting.getByRole('button', { name: 'Confirm' }).first().click()
    await page.getByText('It is carried out.').waitFor()
    await takerOf(gallery, page, 'staff')('the desk, what waited is carried out', 'window')
  })
}

/** The demo pays out to nobody who has closed payouts of each kind: this answers as a server that has them. */
async function hasClosedPayouts(page: Page): Promise<void> {
  const row = (place: number, more: Pick<StaffPayout, 'state' | 'amount' | 'withheld'>): StaffPayout => ({
    ...{
      id: crypto.randomUUID(),
      version: 1,
      request_id: crypto.randomUUID(),
      request_slug: `call-${place}`,
    },
    person: {
      id: crypto.randomUUID(),
      username: ['nora-chess', 'otto-outfits', 'maya-moves'][place] ?? 'nora',
    },
    ...{ payable_at: '2026-11-20T09:00:00.000Z', paid_at: '2026-11-20T09:00:04.000Z' },
    ...{ waits_for: null, reference: null, ...more },
  })
  const results = [
    row(0, { state: 'paid', amount: '22.50', withheld: '0.00' }),
    row(1, { state: 'netted', amount: '0.00', withheld: '13.50' }),
    row(2, { state: 'forgone', amount: '0.90', withheld: '0.00' }),
  ]
  await page.route('**/api/staff/payouts/?state=closed*', route =>
    route.fulfill({ json: { count: results.length, next: null, previous: null, results } }),
  )
}

/** The demo's server asks nobody for their age: this answers as a server with a minimum age does. */
async function hasMinimumAge(page: Page): Promise<void> {
  await page.route('**/api/staff/me/', async route => {
    const me = (await (await route.fetch()).json()) as StaffMe
    await route.fulfill({ json: { ...me, age_check: { ...me.age_check, min_age: 18 } } })
  })
  await page.route('**/api/staff/people/*/', async route => {
    const person = (await (await route.fetch()).json()) as StaffStandingPerson
    await route.fulfill({
      json: { ...person, age: { state: 'too_young', source: 'self_declared', version: 1 } },
    })
  })
}

async function shootMore(gallery: Gallery, people: EventPeople, { person }: Staff): Promise<void> {
  await visit(gallery, { person, path: '/staff', before: hasClosedPayouts }, async page => {
    const payouts = page.getByRole('region', { name: 'Payouts' })
    await payouts.getByRole('button', { name: 'Paid out' }).click()
    await payouts.getByText('Given up by its owner').waitFor()
    await takerOf(gallery, page, 'staff')('the desk, closed payouts')
  })
  const { id } = await people.fan('yann-too-young')
  await visit(gallery, { person, path: `/staff/people/${id}`, before: hasMinimumAge }, async page => {
    await page.getByText('Too young.').waitFor()
    await takerOf(gallery, page, 'staff')('the desk, the age of a person')
  })
}

const cases: State = {
  name: 'desk: decided cases, a ban, an own appeal, a sent answer, closed payouts, an age',
  async take(gallery) {
    const people = eventPeople(gallery.demo.origin)
    const first = await hire(gallery, people, { name: 'milo-moderates', role: 'moderator' })
    const second = await hire(gallery, people, { name: 'mira-moderates', role: 'moderator' })
    const admin = await hire(gallery, people, { name: 'anton-admin', role: 'admin' })
    const other = await hire(gallery, people, { name: 'agatha-admin', role: 'admin' })
    for (const each of [first, second, admin]) await stepUp(people, each)
    await shootBan(gallery, people, [first, second])
    await shootOwnAppeal(gallery, people, first)
    await shootDecidedReport(gallery, people, first)
    await shootSentAnswer(gallery, people, admin)
    await shootConfirmed(gallery, people, { first: other, second: admin })
    await shootMore(gallery, people, admin)
  },
}

export const deskCaseStates: readonly State[] = [cases]
