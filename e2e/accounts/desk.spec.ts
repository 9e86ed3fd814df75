import type { Page as PageOf, StaffDispute } from '@parley/contract'
import { expect, type Page, test } from '@playwright/test'
import type { TestPerson } from '../../apps/server/src/testing/api-caller.ts'
import { addApp, type TestApp } from '../../apps/server/src/testing/second-factor.ts'
import { violationsInThemes } from '../support/axe.ts'
import { pageReady } from '../support/demo-server.ts'
import { grantRole, writeReports, writeShortCall } from '../support/desk.ts'
import { eventPeople } from '../support/event-people.ts'
import { keyboardOf } from '../support/keyboard.ts'
import { logIn } from '../support/log-in.ts'
import { expectNoPageErrors } from '../support/page-errors.ts'
import { openServer } from '../support/two-people.ts'

const FIVE_DAYS_SECONDS = 5 * 86_400
/** A sandbox card whose payments are disputed at once. */
const DISPUTED_CARD = '4000000000000259'

let server: Awaited<ReturnType<typeof openServer>>
let people: ReturnType<typeof eventPeople>
let offsetSeconds = 0
const clock = {
  now: () => new Date(Date.now() + offsetSeconds * 1000),
  offsetSeconds: () => offsetSeconds,
}
test.beforeAll(async () => {
  server = await openServer()
  people = eventPeople(server.origin)
})
test.afterAll(async () => server?.close())

expectNoPageErrors('thrown')
test.use({ viewport: { width: 390, height: 844 } })

async function isAccessible(page: Page): Promise<void> {
  expect(await violationsInThemes(page, 'all')).toEqual([])
}

async function member(name: string, role: string): Promise<{ person: TestPerson; app: TestApp }> {
  const person = await people.fan(name)
  await grantRole(server.dataDir, name, role)
  return { person, app: await addApp({ ...people, clock }, person) }
}

/** A call that ended before its time, paid. */
async function shortCall(fan: TestPerson, star: TestPerson) {
  const { body: request } = await people.book(fan, star)
  await people.confirm((await people.pay(fan, request)).body)
  await expect.poll(async () => (await people.request(fan, request.slug)).payment.status).toBe('paid')
  await writeShortCall(server.dataDir, request.id)
  offsetSeconds += FIVE_DAYS_SECONDS
  await people.call(null, 'POST /sandbox/clock/advance/', { seconds: FIVE_DAYS_SECONDS })
  await expect.poll(async () => (await people.request(fan, request.slug)).state).toBe('completed')
  return request
}

test('who was suspended appeals by the link of the mail, and the desk has their words', async ({ page }) => {
  const { person: moderator, app } = await member('desk-mona', 'moderator')
  const star = await people.influencer('shut-out')
  expect((await people.call(moderator, 'POST /api/auth/step-up/', { code: app.code() })).status).toBe(200)
  const act = { reason: 'You threatened a fan in a call', version: 0 }
  expect((await people.call(moderator, `POST /api/staff/people/${star.id}/suspend/`, act)).status).toBe(204)
  const mails = 'GET /sandbox/mail/?as=json&to=shut-out@example.org'
  const linkOf = async () => {
    const { body } = await people.call<PageOf<{ text: string }>>(null, mails)
    return /appeal#token=\S+/.exec(body.results.map(({ text }) => text).join('\n'))?.[0] ?? ''
  }
  await expect.poll(linkOf).not.toBe('')
  await page.goto(`${server.origin}/${await linkOf()}`)
  await pageReady(page)
  await expect(page.getByRole('button', { name: 'Send appeal' })).toBeDisabled()
  await isAccessible(page)
  await page.getByLabel('Your words').fill('It was not me, it was my brother')
  await page.getByRole('button', { name: 'Send appeal' }).click()
  await expect(page.getByRole('heading', { name: 'Your appeal is with us' })).toBeVisible()
  await isAccessible(page)
  const open = await people.call<PageOf<{ text: string }>>(moderator, 'GET /api/staff/appeals/')
  expect(open.body.results.map(({ text }) => text)).toEqual(['It was not me, it was my brother'])
})

test('a buyer says that something was wrong with the ended call; a person reads at the desk why, and settles it', async ({
  browser,
  page,
}) => {
  const [fan, star] = [await people.fan('wronged'), await people.influencer('gone-early')]
  const request = await shortCall(fan, star)
  await logIn(page, fan)
  await page.goto(`${server.origin}/chat/${request.slug}`)
  await pageReady(page)
  await page.getByRole('button', { name: 'Something was wrong' }).click()
  const sheet = page.getByRole('dialog', { name: 'Something was wrong' })
  await expect(sheet.getByRole('button', { name: 'Send' })).toBeDisabled()
  await sheet.getByLabel('Sound or picture did not work').check()
  await expect(sheet.getByText(/What was paid for this call waits/)).toBeVisible()
  await sheet.getByLabel('What happened (optional)').fill('I heard nothing')
  await isAccessible(page)
  await sheet.getByRole('button', { name: 'Send' }).click()
  await expect(sheet.getByText('Thank you. A person looks at it and writes to you.')).toBeVisible()
  await isAccessible(page)
  const { person: finance, app } = await member('desk-fritz', 'finance')
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
  const desk = await context.newPage()
  await logIn(desk, finance)
  await desk.goto(`${server.origin}/staff`)
  await desk.getByRole('link', { name: /Picture or sound: said by @wronged/ }).click()
  await expect(desk.getByText('I heard nothing')).toBeVisible()
  await expect(desk.getByRole('heading', { name: 'Why it ended' })).toBeVisible()
  await expect(desk.getByRole('heading', { name: 'Where the £25.00 is now' })).toBeVisible()
  await isAccessible(desk)
  await desk.getByLabel('What goes back to the buyer, in pounds').fill('1')
  await expect(desk.getByText(/^£1\.00 goes back to @wronged, £\d\.\d\d stays paid\.$/)).toBeVisible()
  await desk.getByLabel('Reason, for the record').fill('Both pages measured no sound')
  await desk.getByRole('button', { name: 'Settle the problem' }).click()
  const proof = desk.getByRole('dialog', { name: 'Is it you?' })
  await proof.getByLabel('Code of your authenticator app').fill(app.code(1))
  await proof.getByRole('button', { name: 'Continue' }).click()
  await expect(desk.getByText('It is settled: £1.00 went back by it.')).toBeVisible()
  await context.close()
})

test('the list of reports goes on after its first fifty, the oldest first, by the keyboard alone', async ({
  page,
}) => {
  const { person: moderator } = await member('desk-moll', 'moderator')
  const [reporter, reported] = [await people.fan('reports-many'), await people.fan('reported-often')]
  await writeReports(server.dataDir, { reporterId: reporter.id, reportedId: reported.id, count: 60 })
  await logIn(page, moderator)
  await page.goto(`${server.origin}/staff`)
  await pageReady(page)
  const reports = page.getByRole('region', { name: 'Reports' })
  const moments = () =>
    reports.locator('time').evaluateAll(times => times.map(time => time.getAttribute('datetime') ?? ''))
  await expect(reports.getByText('50 are shown, and there are more.')).toBeVisible()
  expect(await moments()).toHaveLength(50)
  await isAccessible(page)
  // From the last of the fifty it is one key away.
  await reports.getByRole('link').last().focus()
  await page.keyboard.press('Tab')
  await expect(reports.getByRole('button', { name: 'Show more' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(reports.getByText('All 60 are shown.')).toBeFocused()
  const shown = await moments()
  expect(shown).toHaveLength(60)
  expect(shown).toEqual([...shown].sort())
})

test('at the desk a person is suspended and money is given back by the keyboard alone', async ({ page }) => {
  const [fan, star] = [await people.fan('unlucky'), await people.influencer('rough-star')]
  const request = await shortCall(fan, star)
  const before = Number((await people.request(fan, request.slug)).payment.refunded_amount)
  const staff = await people.fan('desk-kay')
  await logIn(page, staff)
  await grantRole(server.dataDir, 'desk-kay', 'admin')
  const app = await addApp({ ...people, clock }, staff)
  await page.setViewportSize({ width: 1280, height: 800 })
  const keys = keyboardOf(page)
  await page.goto(`${server.origin}/staff`)
  await pageReady(page)
  await keys.type(page.getByLabel('A person, a call or a payment'), request.slug)
  await page.keyboard.press('Enter')
  await keys.press(page.getByRole('link', { name: /@unlucky with @rough-star/ }))
  await expect(page.getByRole('heading', { name: 'A call and its money' })).toBeVisible()
  await pageReady(page)
  await isAccessible(page)
  const form = page.getByRole('heading', { name: 'Give money back' }).locator('..')
  await keys.type(form.getByLabel('Amount in pounds'), '1.00')
  await keys.type(form.getByLabel('Reason, for the record'), 'The sound was bad, as both of them say')
  await keys.press(form.getByRole('button', { name: 'Give back' }))
  const proof = page.getByRole('dialog', { name: 'Is it you?' })
  await keys.type(proof.getByLabel('Code of your authenticator app'), app.code(1))
  await page.keyboard.press('Enter')
  await expect(proof).toBeHidden()
  await expect
    .poll(async () => Number((await people.request(fan, request.slug)).payment.refunded_amount))
    .toBe(before + 1)
  await page.goto(`${server.origin}/staff/people/${star.id}`)
  await pageReady(page)
  // The clock of the server was moved ahead of the browser's.
  await keys.type(page.getByLabel('For how long'), 'Until')
  await keys.type(page.getByLabel('Reason, as the person reads it'), 'You threatened a fan in a call')
  await keys.press(page.getByRole('button', { name: 'Suspend @rough-star' }))
  await expect(page.getByText(/^Suspended since/)).toBeVisible()
  await isAccessible(page)
  expect((await people.call(null, 'GET /api/parley/rough-star/')).status).toBe(404)
})

test('the loss of a dispute is accepted by the keyboard alone, and the desk says so', async ({ page }) => {
  const { person: finance, app } = await member('desk-connie', 'finance')
  const [fan, star] = [await people.fan('asks-the-bank'), await people.influencer('never-came')]
  const { body: request } = await people.book(fan, star)
  await people.confirm((await people.pay(fan, request)).body, DISPUTED_CARD)
  const packOf = async (state: 'open' | 'closed') => {
    const path = `GET /api/staff/disputes/?state=${state}` as const
    const { results } = (await people.call<PageOf<StaffDispute>>(finance, path)).body
    return results.find(dispute => dispute.request_id === request.id)?.pack
  }
  await expect.poll(async () => (await packOf('open'))?.staged_at ?? null).not.toBeNull()
  await logIn(page, finance)
  await page.goto(`${server.origin}/staff`)
  await pageReady(page)
  const keys = keyboardOf(page)
  const disputes = page.getByRole('region', { name: 'Disputes' })
  const form = disputes.getByRole('group').filter({ hasText: 'Accept the loss' })
  await keys.press(form.locator('summary'))
  await expect(form.getByText(/£25\.00 stays with the bank of the buyer, for good/)).toBeVisible()
  const accept = form.getByRole('button', { name: 'Accept the loss' })
  await expect(accept).toBeDisabled()
  await keys.type(form.getByLabel('Reason, for the record'), 'The influencer never came')
  await isAccessible(page)
  await keys.press(accept)
  const proof = page.getByRole('dialog', { name: 'Is it you?' })
  await keys.type(proof.getByLabel('Code of your authenticator app'), app.code(1))
  await page.keyboard.press('Enter')
  await expect(proof).toBeHidden()
  await expect(accept).toBeHidden()
  // What was done is said where the list begins: the next case is one step on.
  const done = disputes.getByRole('status').filter({ hasText: 'the loss is accepted' })
  await expect(done).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(disputes.getByRole('link', { name: /£25\.00/ })).toBeFocused()
  // The bank is told a moment later.
  await expect.poll(async () => (await packOf('closed'))?.conceded_at ?? null).not.toBeNull()
  await keys.press(disputes.getByRole('button', { name: 'Closed' }))
  await expect(disputes.getByText(/^The loss was accepted on .+: the bank keeps the money\.$/)).toBeVisible()
  await isAccessible(page)
  await keys.press(disputes.getByRole('link', { name: /£25\.00/ }))
  await expect(
    page.getByText('The bank of the buyer took the money back, and staff accepted that.'),
  ).toBeVisible()
})
