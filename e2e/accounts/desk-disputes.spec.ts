import type { Page as PageOf, StaffDispute } from '@parley/contract'
import { expect, test } from '@playwright/test'
import type { TestPerson } from '../../apps/server/src/testing/api-caller.ts'
import { pageReady } from '../support/demo-server.ts'
import { deskMember, isAccessible, proveByApp } from '../support/desk-member.ts'
import { eventPeople } from '../support/event-people.ts'
import { keyboardOf } from '../support/keyboard.ts'
import { logIn } from '../support/log-in.ts'
import { expectNoPageErrors } from '../support/page-errors.ts'
import { openServer } from '../support/two-people.ts'

/** A sandbox card whose payments are disputed at once. */
const DISPUTED_CARD = '4000000000000259'
/** Ends what hangs: the bank's dispute, our file of facts and the provider's answer are separate jobs. */
const LAID_DOWN_WITHIN_MS = 60_000
const realClock = { now: () => new Date(), offsetSeconds: () => 0 }

let server: Awaited<ReturnType<typeof openServer>>
let people: ReturnType<typeof eventPeople>
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
  deskMember({ dataDir: server.dataDir, people, clock: realClock }, name, role)

/** The dispute of this sale as the desk lists it. */
async function disputeOf(finance: TestPerson, requestId: string, state: 'open' | 'closed' = 'open') {
  const path = `GET /api/staff/disputes/?state=${state}` as const
  const { results } = (await people.call<PageOf<StaffDispute>>(finance, path)).body
  return results.find(dispute => dispute.request_id === requestId)
}

/** A paid sale whose buyer disputes the payment at their bank; our dispute pack is made. */
async function disputedSale(finance: TestPerson, { fan, star }: { fan: TestPerson; star: TestPerson }) {
  const { body: request } = await people.book(fan, star)
  await people.confirm((await people.pay(fan, request)).body, DISPUTED_CARD)
  const stagedAt = async () => (await disputeOf(finance, request.id))?.pack?.staged_at ?? null
  await expect.poll(stagedAt, { timeout: LAID_DOWN_WITHIN_MS }).not.toBeNull()
  return request
}

test('the loss of a dispute is accepted by the keyboard alone, and the desk says so', async ({ page }) => {
  const { person: finance, app } = await member('desk-connie', 'finance')
  const [fan, star] = [await people.fan('asks-the-bank'), await people.influencer('never-came')]
  // It is due first, and stays in the list.
  await disputedSale(finance, { fan, star: await people.influencer('next-case', { price: '31.00' }) })
  const request = await disputedSale(finance, { fan, star })
  await logIn(page, finance)
  await page.goto(`${server.origin}/staff`)
  await pageReady(page)
  const keys = keyboardOf(page)
  const disputes = page.getByRole('region', { name: 'Disputes' })
  const form = disputes.getByRole('group').filter({ hasText: /£25\.00 stays with/ })
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
  // The message stands where the list begins, so the next case is one Tab away.
  const done = disputes.getByRole('status').filter({ hasText: 'the loss is accepted' })
  await expect(done).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(disputes.getByRole('link', { name: /£31\.00/ })).toBeFocused()
  // The server sends it to the bank a moment later.
  const concededAt = async () => (await disputeOf(finance, request.id, 'closed'))?.pack?.conceded_at ?? null
  await expect.poll(concededAt).not.toBeNull()
  await keys.press(disputes.getByRole('button', { name: 'Closed' }))
  await expect(disputes.getByText(/^The loss was accepted on .+: the bank keeps the money\.$/)).toBeVisible()
  await isAccessible(page)
  await keys.press(disputes.getByRole('link', { name: /£25\.00/ }))
  await expect(
    page.getByText('The bank of the buyer took the money back, and staff accepted that.'),
  ).toBeVisible()
})

test('the answer to a dispute is sent before its time; the loss of one above £500 waits for a second person, not the first one', async ({
  page,
  browser,
}) => {
  const [first, second] = [await member('desk-ann', 'finance'), await member('desk-ben', 'finance')]
  const answered = await disputedSale(first.person, {
    fan: await people.fan('bank-friend'),
    star: await people.influencer('was-there', { price: '26.50' }),
  })
  const lost = await disputedSale(first.person, {
    fan: await people.fan('bank-foe'),
    star: await people.influencer('cost-much', { price: '600.00' }),
  })
  await logIn(page, first.person)
  await page.goto(`${server.origin}/staff`)
  await pageReady(page)
  const disputes = page.getByRole('region', { name: 'Disputes' })
  const cardOf = (amount: string) => disputes.getByRole('heading', { name: amount }).locator('..')
  const formOf = (amount: string, title: string) =>
    cardOf(amount).getByRole('group').filter({ hasText: title })
  const send = formOf('£26.50', 'Send the answer now')
  await send.locator('summary').click()
  await send.getByLabel('Reason, for the record').fill('Both of them were there for all of it')
  await send.getByRole('button', { name: 'Send the answer now' }).click()
  await proveByApp(page, first.app)
  await expect(disputes.getByText('£26.50: the answer goes to the bank.')).toBeFocused()
  // A sent answer can neither be sent again nor be withdrawn.
  await expect(cardOf('£26.50').getByRole('button')).toHaveCount(0)
  const sentAt = async () => (await disputeOf(first.person, answered.id))?.pack?.sent_at ?? null
  await expect.poll(sentAt).not.toBeNull()

  const loss = formOf('£600.00', 'Accept the loss')
  await loss.locator('summary').click()
  await loss.getByLabel('Reason, for the record').fill('The influencer never came')
  await loss.getByRole('button', { name: 'Accept the loss' }).click()
  await expect(loss.getByText('This waits for a second member of staff, at the desk.')).toBeVisible()
  const waiting = page.getByRole('region', { name: 'Waits for a second member of staff' })
  await expect(waiting.getByText('You asked for this: another member of staff confirms it.')).toBeVisible()
  await expect(waiting.getByRole('button', { name: 'Take it back' })).toBeVisible()
  await expect(waiting.getByRole('button', { name: 'Confirm' })).toHaveCount(0)
  await isAccessible(page)

  const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
  const desk = await context.newPage()
  await logIn(desk, second.person)
  await desk.goto(`${server.origin}/staff`)
  await pageReady(desk)
  const pending = desk.getByRole('region', { name: 'Waits for a second member of staff' })
  const title = 'Accept the loss of £600.00 to the bank of @bank-foe'
  await expect(pending.getByRole('link', { name: title })).toBeVisible()
  await expect(pending.getByText(/^Asked for by @desk-ann/)).toBeVisible()
  await expect(pending.getByText('The influencer never came')).toBeVisible()
  await pending.getByLabel('Reason, for the record').fill('The attendance says so too')
  await isAccessible(desk)
  await pending.getByRole('button', { name: 'Confirm' }).click()
  await proveByApp(desk, second.app)
  await expect(desk.getByText('It is carried out.')).toBeFocused()
  await expect(pending).toBeHidden()
  const concededAt = async () =>
    (await disputeOf(second.person, lost.id, 'closed'))?.pack?.conceded_at ?? null
  await expect.poll(concededAt).not.toBeNull()
  await context.close()
})
