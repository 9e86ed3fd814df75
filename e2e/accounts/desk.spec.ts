import type { Page as PageOf } from '@parley/contract'
import { expect, type Route, test } from '@playwright/test'
import type { TestPerson } from '../../apps/server/src/testing/api-caller.ts'
import { addApp } from '../../apps/server/src/testing/second-factor.ts'
import { pageReady } from '../support/demo-server.ts'
import { grantRole, takeBackWaiting, writeReports, writeShortCall } from '../support/desk.ts'
import { deskMember, isAccessible, proveByApp } from '../support/desk-member.ts'
import { eventPeople } from '../support/event-people.ts'
import { keyboardOf } from '../support/keyboard.ts'
import { logIn } from '../support/log-in.ts'
import { expectNoPageErrors } from '../support/page-errors.ts'
import { openServer } from '../support/two-people.ts'

const FIVE_DAYS_SECONDS = 5 * 86_400

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
// Each journey has many steps by keyboard, and axe reads each screen twice. This limit only ends what hangs.
test.describe.configure({ timeout: 360_000 })
test.use({ viewport: { width: 390, height: 844 } })

const member = (name: string, role: string) =>
  deskMember({ dataDir: server.dataDir, people, clock }, name, role)

/** A paid call that ended before its time. */
async function shortCall(fan: TestPerson, star: TestPerson, waits?: 'influencer') {
  const { body: request } = await people.book(fan, star)
  await people.confirm((await people.pay(fan, request)).body)
  await expect.poll(async () => (await people.request(fan, request.slug)).payment.status).toBe('paid')
  await writeShortCall(server.dataDir, request.id, waits)
  offsetSeconds += FIVE_DAYS_SECONDS
  await people.call(null, 'POST /sandbox/clock/advance/', { seconds: FIVE_DAYS_SECONDS })
  await expect.poll(async () => (await people.request(fan, request.slug)).state).toBe('completed')
  return request
}

/** A fan reports somebody, and a moderator decides that our rules were broken. */
async function reportAndUphold(moderator: TestPerson, { id }: TestPerson): Promise<void> {
  const words = {
    reason: 'harassment',
    text: 'They said that they know where I live',
    uuid: 'threatened-fan',
  }
  const report = { about: { kind: 'user', id }, ...words }
  const fan = await people.fan('threatened-fan')
  const { body } = await people.call<{ id: string }>(fan, 'POST /api/reports/', report)
  const act = { decision: 'upheld', reason: 'The chat of the call shows it', version: 0 }
  const answer = await people.call(moderator, `POST /api/staff/reports/${body.id}/decide/`, act)
  expect(answer.status).toBe(204)
}

test('a suspended person appeals by the link of the mail; the moderator who suspended them can only read it, and another lifts it by the keyboard alone', async ({
  page,
  browser,
}) => {
  const { person: moderator, app } = await member('desk-mona', 'moderator')
  const star = await people.influencer('shut-out')
  expect((await people.call(moderator, 'POST /api/auth/step-up/', { code: app.code() })).status).toBe(200)
  await reportAndUphold(moderator, star)
  const act = { reason: 'You threatened a fan in a call', version: 0 }
  expect((await people.call(moderator, `POST /api/staff/people/${star.id}/suspend/`, act)).status).toBe(204)
  const mailed = async () => {
    const mails = 'GET /sandbox/mail/?as=json&to=shut-out@example.org'
    const { body } = await people.call<PageOf<{ text: string }>>(null, mails)
    return body.results.map(({ text }) => text).join('\n')
  }
  const linkOf = async () => /appeal#token=\S+/.exec(await mailed())?.[0] ?? ''
  await expect.poll(linkOf).not.toBe('')
  await page.goto(`${server.origin}/${await linkOf()}`)
  await pageReady(page)
  await expect(page.getByRole('button', { name: 'Send appeal' })).toBeDisabled()
  await isAccessible(page)
  await page.getByLabel('Your words').fill('It was not me, it was my brother')
  await page.getByRole('button', { name: 'Send appeal' }).click()
  await expect(page.getByRole('heading', { name: 'Your appeal is with us' })).toBeVisible()
  await isAccessible(page)
  const own = await browser.newContext({ viewport: { width: 390, height: 844 } })
  const ownDesk = await own.newPage()
  await logIn(ownDesk, moderator)
  await ownDesk.goto(`${server.origin}/staff`)
  await expect(ownDesk.getByText('You suspended them: somebody else decides.')).toBeVisible()
  await expect(ownDesk.getByRole('button', { name: 'Lift the suspension' })).toHaveCount(0)
  await own.close()
  const { person: second, app: secondApp } = await member('desk-milo', 'moderator')
  await logIn(page, second)
  await page.goto(`${server.origin}/staff`)
  await pageReady(page)
  const keys = keyboardOf(page)
  const appeals = page.getByRole('region', { name: 'Appeals' })
  // What the suspension followed from is two links away.
  await keys.press(appeals.getByRole('link', { name: 'Appeal of @shut-out' }))
  const reports = page.getByRole('list', { name: 'The last reports about them' })
  await expect(reports.getByText('The chat of the call shows it')).toBeVisible()
  await expect(
    page.getByRole('list', { name: 'Suspensions' }).getByText('You threatened a fan in a call'),
  ).toBeVisible()
  await isAccessible(page)
  await keys.press(reports.getByRole('link', { name: 'Insults, threats or hate' }))
  await expect(page.getByText('They said that they know where I live')).toBeVisible()
  await page.goto(`${server.origin}/staff`)
  await pageReady(page)
  await expect(appeals.getByText('You threatened a fan in a call')).toBeVisible()
  await expect(appeals.getByText('It was not me, it was my brother')).toBeVisible()
  await keys.type(appeals.getByLabel('Reason, as the person reads it'), 'Your brother has told us so')
  await isAccessible(page)
  await keys.press(appeals.getByRole('button', { name: 'Lift the suspension' }))
  const proof = page.getByRole('dialog', { name: 'Is it you?' })
  await keys.type(proof.getByLabel('Code of your authenticator app'), secondApp.code(1))
  await page.keyboard.press('Enter')
  await expect(page.getByText('The appeal is decided.')).toBeFocused()
  await expect(appeals.getByText('No appeal waits to be decided.')).toBeVisible()
  await keys.press(appeals.getByRole('button', { name: 'Decided', exact: true }))
  await expect(appeals.getByText('Your brother has told us so')).toBeVisible()
  await isAccessible(page)
  expect((await people.call(null, `GET /api/parley/${star.username}/`)).status).toBe(200)
  await expect.poll(mailed).toContain('The suspension of your account is over.')
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
  await sheet.getByRole('button', { name: 'Close' }).last().click()
  // The dialog is on the page until it has moved away.
  await expect(
    page.getByRole('main').getByText('Thank you. A person looks at it and writes to you.'),
  ).toBeFocused()
  await expect(page.getByRole('button', { name: 'Something was wrong' })).toHaveCount(0)
  /** What both parties read of it on their pages. */
  const stateOf = async (texts: [RegExp, RegExp]) => {
    for (const [who, text] of [[page, texts[0]] as const, [host, texts[1]] as const]) {
      await who.goto(`${server.origin}/receipt/${request.slug}`)
      await expect(who.getByText(text)).toBeVisible()
      await isAccessible(who)
    }
    await page.goto(`${server.origin}/bookings`)
    await expect(page.getByText(texts[0])).toBeVisible()
    await host.goto(`${server.origin}/profile/${star.username}#sessions`)
    await expect(host.getByText(texts[1])).toBeVisible()
  }
  const hosts = await browser.newContext({ viewport: { width: 390, height: 844 } })
  const host = await hosts.newPage()
  await logIn(host, star)
  await stateOf([/^You told us on .* A person looks at it/, /^Since .* a person has been looking/])
  for (const who of [page, host])
    await expect(who.getByRole('button', { name: 'Something was wrong' })).toHaveCount(0)
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
  const back = desk.getByLabel('What goes back to the buyer, in pounds')
  await back.fill('9999')
  await expect(back).toHaveAttribute('aria-invalid', 'true')
  await expect(back).toHaveAccessibleDescription(/^From 0 to £/)
  await back.fill('1')
  await expect(back).not.toHaveAttribute('aria-invalid')
  await expect(desk.getByText(/^£1\.00 goes back to @wronged, £\d\.\d\d stays paid\.$/)).toBeVisible()
  await desk.getByLabel('Reason, for the record').fill('Both pages measured no sound')
  await desk.getByRole('button', { name: 'Settle the problem' }).click()
  await proveByApp(desk, app)
  await expect(desk.getByText('It is settled: £1.00 went back by it.')).toBeVisible()
  await expect(desk.getByText('The problem is settled.')).toBeFocused()
  await context.close()
  await stateOf([/^Decided on .*: £1\.00 back to you\.$/, /^Decided on .*: £1\.00 back to the buyer\.$/])
  // Who disagrees may say so once more.
  await page.getByRole('button', { name: 'Tell us again' }).click()
  await expect(sheet.getByRole('button', { name: 'Send' })).toBeDisabled()
  await hosts.close()
})

test('a buyer says that the call was cut short; what the records prove by now goes back at once, and nobody decides it', async ({
  page,
}) => {
  const [fan, star] = [await people.fan('cut-off'), await people.influencer('seemed-to-wait')]
  const request = await shortCall(fan, star, 'influencer')
  const back = async () => Number((await people.request(fan, request.slug)).payment.refunded_amount)
  expect(await back()).toBe(0)
  await takeBackWaiting(server.dataDir, request.id)
  await logIn(page, fan)
  await page.goto(`${server.origin}/chat/${request.slug}`)
  await pageReady(page)
  await page.getByRole('button', { name: 'Something was wrong' }).click()
  const sheet = page.getByRole('dialog', { name: 'Something was wrong' })
  await sheet.getByLabel('The call was cut short').check()
  await expect(sheet.getByText('We decide it now, by our own record of who was there when.')).toBeVisible()
  await sheet.getByRole('button', { name: 'Send' }).click()
  // Of fifteen minutes one was used.
  await expect(sheet.getByText(/ £23\.34 goes back\.$/)).toBeVisible()
  await isAccessible(page)
  expect(await back()).toBe(23.34)
})

test('an influencer gives a part of an ended sale back on its receipt, once; its buyer finds there and among the bookings where to say that something was wrong', async ({
  browser,
  page,
}) => {
  const [fan, star] = [await people.fan('well-treated'), await people.influencer('gives-back')]
  const request = await shortCall(fan, star, 'influencer')
  await logIn(page, star)
  await page.goto(`${server.origin}/receipt/${request.slug}`)
  await pageReady(page)
  await expect(page.getByRole('button', { name: 'Something was wrong' })).toBeVisible()
  await page.getByRole('button', { name: 'Give money back' }).click()
  const sheet = page.getByRole('dialog', { name: 'Give money back' })
  const amount = sheet.getByLabel('Amount in pounds')
  const give = sheet.getByRole('button', { name: 'Give back' })
  await expect(give).toBeDisabled()
  await amount.fill('25.01')
  await expect(sheet.getByText('This is more than is left of the sale')).toBeVisible()
  await amount.fill('5')
  await expect(sheet.getByText('£5.00 goes back to @well-treated. Your share is £18.00 then.')).toBeVisible()
  await isAccessible(page)
  await give.dblclick()
  await expect(sheet).toBeHidden()
  await expect(page.getByText('Paid back', { exact: true }).locator('..')).toContainText('£5.00')
  await expect(page.getByText('Your share', { exact: true }).locator('..')).toContainText('£18.00')
  await isAccessible(page)
  expect((await people.request(fan, request.slug)).payment.refunded_amount).toBe('5.00')
  await page.getByRole('button', { name: 'Give money back' }).click()
  await amount.fill('20')
  await give.click()
  // The button has disappeared: the focus stays in its place.
  await expect(page.getByText('Nothing of it is left to give back.')).toBeFocused()
  await isAccessible(page)
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
  const buyer = await context.newPage()
  await logIn(buyer, fan)
  await buyer.goto(`${server.origin}/receipt/${request.slug}`)
  await expect(buyer.getByRole('button', { name: 'Something was wrong' })).toBeVisible()
  await expect(buyer.getByRole('button', { name: 'Give money back' })).toHaveCount(0)
  await buyer.goto(`${server.origin}/bookings`)
  await pageReady(buyer)
  await buyer.getByRole('button', { name: 'Something was wrong' }).click()
  await expect(buyer.getByRole('dialog', { name: 'Something was wrong' })).toBeVisible()
  await isAccessible(buyer)
  await context.close()
})

test('the list of reports continues after its first fifty, the oldest first, by the keyboard alone', async ({
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
  // One Tab leads from the last of the fifty to it.
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
  const keys = keyboardOf(page)
  await page.goto(`${server.origin}/staff`)
  await pageReady(page)
  await keys.type(page.getByLabel('A person, a call or a payment'), request.slug)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status').filter({ hasText: /^1 result$/ })).toBeAttached()
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
  // The form is cleared, and the focus moves to the message of what was done.
  await expect(page.getByText('£1.00 goes back to @unlucky.')).toBeFocused()
  await expect
    .poll(async () => Number((await people.request(fan, request.slug)).payment.refunded_amount))
    .toBe(before + 1)
  // The answer is lost, and the request is another one: a second press cannot send the same again.
  const loseAnswer = async (route: Route) => {
    await route.fetch()
    await route.abort()
  }
  await page.route('**/give-back/', loseAnswer, { times: 1 })
  await keys.type(form.getByLabel('Amount in pounds'), '0.50')
  await keys.type(form.getByLabel('Reason, for the record'), 'The picture was bad too')
  await keys.press(form.getByRole('button', { name: 'Give back' }))
  await expect(page.getByText('No connection. Check your network and try again.')).toBeVisible()
  await expect(form.getByLabel('Amount in pounds')).toHaveValue('')
  expect(Number((await people.request(fan, request.slug)).payment.refunded_amount)).toBe(before + 1.5)
  await page.goto(`${server.origin}/staff/people/${star.id}`)
  await pageReady(page)
  // The clock of the server is ahead of the browser's.
  await keys.type(page.getByLabel('For how long'), 'Until')
  await keys.type(page.getByLabel('Reason, as the person reads it'), 'You threatened a fan in a call')
  await keys.press(page.getByRole('button', { name: 'Suspend @rough-star' }))
  await expect(page.getByText(/^Suspended since/)).toBeVisible()
  await expect(page.getByText('@rough-star is suspended, and gets a mail with your reason.')).toBeFocused()
  await isAccessible(page)
  expect((await people.call(null, 'GET /api/parley/rough-star/')).status).toBe(404)

  // The audit has what was just done, with the sum and the reason, and that it was read.
  await page.goto(`${server.origin}/staff`)
  await pageReady(page)
  await keys.press(page.getByRole('link', { name: 'What staff looked at and did' }))
  const acts = page.getByRole('listitem').filter({ hasText: '@desk-kay' })
  const gave = acts.filter({ hasText: 'The sound was bad, as both of them say' })
  await expect(gave).toContainText('@unlucky')
  await expect(gave).toContainText('£1.00')
  const suspended = acts.filter({ hasText: 'You threatened a fan in a call' })
  await expect(suspended).toContainText('@rough-star')
  await expect(suspended).toContainText('Until further notice')
  await isAccessible(page)
  // From the page of a person it has what concerned them alone, and the field searches for another.
  await page.goto(`${server.origin}/staff/people/${star.id}`)
  await pageReady(page)
  await keys.press(page.getByRole('link', { name: 'Who looked at them' }))
  const field = page.getByLabel('Who looked, or who was looked at')
  await expect(field).toHaveValue('@rough-star')
  await expect(acts.filter({ hasText: 'looked at a person @rough-star' }).first()).toBeVisible()
  await pageReady(page)
  await isAccessible(page)
  await keys.goTo(field)
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type('nobody-at-all')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Nothing was found.')).toBeVisible()
})

test('on a phone in German what is known of a person has half of the width beside its long names', async ({
  page,
}) => {
  const { person: moderator } = await member('desk-greta', 'moderator')
  const known = await people.fan('known-in-german')
  await logIn(page, moderator)
  await page.context().addCookies([{ name: 'parley_language', value: 'de', url: server.origin }])
  await page.goto(`${server.origin}/staff/people/${known.id}`)
  await pageReady(page)
  await expect(page.getByText('Meldungen über diese Person')).toBeVisible()
  const parts = await page
    .locator('dl')
    .first()
    .evaluate(list => [...list.querySelectorAll('dd')].map(each => each.clientWidth / list.clientWidth))
  expect(Math.min(...parts)).toBeGreaterThan(0.4)
})
