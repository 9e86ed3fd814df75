import { expect, type Page } from '@playwright/test'
import { violationsNow } from './support/axe.ts'
import { type CallPerson, callApi, makePaidCall, type PaidCall } from './support/paid-call.ts'
import { type SharedServer, test } from './support/shared-server.ts'
import { openPersonBrowser, type PersonBrowser } from './support/two-people.ts'

const PASSWORD = 'a long password'

let server: SharedServer
let paid: PaidCall
let friend: CallPerson
let buyer: PersonBrowser
let guest: PersonBrowser
test.beforeAll(async ({ sharedServer }) => {
  server = sharedServer
  paid = await makePaidCall(server.origin, 600)
  friend = (await makePaidCall(server.origin, 60)).fan
  buyer = await openPersonBrowser(server.origin, 'desk')
  guest = await openPersonBrowser(server.origin, 'phone')
})
test.afterAll(async () => {
  for (const somebody of [buyer, guest]) await somebody?.browser.close()
})

async function logIn(page: Page, { username }: CallPerson): Promise<void> {
  await page.getByLabel('Email').fill(`${username}@example.test`)
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Log in' }).click()
}

test('a buyer gives a paid call to a friend, who accepts it and attends; the buyer does not, until it is taken back', async () => {
  test.setTimeout(240_000)
  const profile = `/profile/${paid.influencer.username}`
  await buyer.page.goto(`/login?next=${encodeURIComponent(profile)}`)
  await logIn(buyer.page, paid.fan)
  await buyer.page.waitForURL(profile)
  await buyer.page.getByRole('button', { name: 'Let somebody else attend' }).click()
  await buyer.page.getByLabel('A few words for them').fill('Happy birthday!')
  // A sheet that is closed by mistake has lost nothing.
  await buyer.page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await buyer.page.getByRole('button', { name: 'Let somebody else attend' }).click()
  await expect(buyer.page.getByLabel('A few words for them')).toHaveValue('Happy birthday!')
  await buyer.page.getByRole('button', { name: 'Make the link' }).click()
  // The whole address: a person who reads it from the screen can open it.
  const { origin, pathname, search } = new URL(await buyer.page.getByText(/\/gift\?token=/).innerText())
  expect(origin).toBe(new URL(buyer.page.url()).origin)
  const link = pathname + search
  await buyer.page.getByRole('button', { name: 'Done' }).click()

  // The link that nobody accepted is not shown again, and can be replaced or ended.
  await buyer.page.getByRole('button', { name: 'Let somebody else attend' }).click()
  await expect(buyer.page.getByText(/Your link of .+ still works/)).toBeVisible()
  await expect(buyer.page.getByLabel('A few words for them')).toHaveValue('Happy birthday!')
  expect(await violationsNow(buyer.page)).toEqual([])
  await buyer.page.getByRole('button', { name: 'Cancel' }).click()

  // A person who is not logged in reads who invites them to what, and nothing about money; the login leads back.
  await guest.page.goto(link)
  await expect(
    guest.page.getByRole('heading', { name: `@${paid.fan.username} invites you to a video call` }),
  ).toBeVisible()
  await expect(guest.page.getByText('Happy birthday!')).toBeVisible()
  await expect(guest.page.getByText(`with @${paid.influencer.username}`)).toBeVisible()
  expect(await guest.page.locator('main').innerText()).not.toContain('£')
  expect(await violationsNow(guest.page)).toEqual([])
  await guest.page.getByRole('link', { name: 'Log in to accept' }).click()
  await guest.page.waitForURL(`/login?next=${encodeURIComponent(link)}`)
  await logIn(guest.page, friend)
  await guest.page.waitForURL(link)
  const answers: number[] = []
  guest.page.on('response', answer => {
    if (answer.url().endsWith('/gift/accept/')) answers.push(answer.status())
  })
  // Both taps come before the page can show that it is busy.
  await guest.page.getByRole('button', { name: 'Accept the invitation' }).evaluate((button: HTMLElement) => {
    button.click()
    button.click()
  })
  await expect(guest.page.getByText('You have accepted.')).toBeVisible()
  await expect.poll(() => answers.toSorted()).toEqual([200, 409])
  expect(await violationsNow(guest.page)).toEqual([])
  // The alert would go by itself: it must not have come.
  expect(await guest.page.getByText('Somebody has accepted this invitation already').count()).toBe(0)
  await guest.page.getByRole('link', { name: 'Start Session' }).click()
  await expect(guest.page.getByText(`@${paid.influencer.username}`).first()).toBeVisible()

  const attends = `@${friend.username} attends in your place.`
  await buyer.page.reload()
  await expect(buyer.page.getByText(attends)).toBeVisible()
  expect(await violationsNow(buyer.page)).toEqual([])
  await buyer.page.goto(`/chat/${paid.request.slug}`)
  await expect(buyer.page.getByText('You gave this call to somebody else')).toBeVisible()
  await buyer.page.goto(profile)
  await buyer.page.getByRole('button', { name: 'Take it back' }).click()
  await buyer.page.getByRole('dialog').getByRole('button', { name: 'Take it back' }).click()
  await expect(buyer.page.getByRole('link', { name: 'Start Session' })).toBeVisible()
  await guest.page.goto(link)
  await expect(guest.page.getByText('This invitation was taken back')).toBeVisible()
})

test('a link that is open is ended by its buyer, and nobody who has accepted is put out by that', async ({
  page,
}) => {
  const sale = await makePaidCall(server.origin, 600)
  const guestOf = (await makePaidCall(server.origin, 60)).fan
  const profile = `/profile/${sale.influencer.username}`
  await page.goto(`${server.origin}/login?next=${encodeURIComponent(profile)}`)
  await logIn(page, sale.fan)
  await page.waitForURL(server.origin + profile)
  const openSheet = () => page.getByRole('button', { name: 'Let somebody else attend' }).click()
  const makeLink = async () => {
    await openSheet()
    await page.getByRole('button', { name: 'Make the link' }).click()
    const { searchParams } = new URL(await page.getByText(/\/gift\?token=/).innerText())
    await page.getByRole('button', { name: 'Done' }).click()
    return { token: searchParams.get('token') }
  }
  const endLink = page.getByRole('button', { name: 'End this link' })

  const first = await makeLink()
  await openSheet()
  await expect(page.getByRole('button', { name: 'Make a new link' })).toBeVisible()
  await callApi(`${server.origin}/api/parley/gift/accept/`, { token: guestOf.tokens.access, json: first })
  await endLink.click()
  await expect(page.getByText(`@${guestOf.username} attends in your place.`)).toBeVisible()
  await page.getByRole('button', { name: 'Take it back' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Take it back' }).click()
  await expect(page.getByRole('link', { name: 'Start Session' })).toBeVisible()

  const second = await makeLink()
  await openSheet()
  await endLink.click()
  await expect(page.getByText('The link has ended.')).toBeVisible()
  const look = { json: second }
  const seen = await callApi<{ state: string }>(`${server.origin}/api/parley/gift/look/`, look)
  expect(seen.state).toBe('withdrawn')

  // Somebody accepted while the page was open: it shows them, and no sheet for another link.
  const third = await makeLink()
  await callApi(`${server.origin}/api/parley/gift/accept/`, { token: guestOf.tokens.access, json: third })
  await openSheet()
  await expect(page.getByText(`@${guestOf.username} attends in your place.`)).toBeVisible()
})

test('a new person signs up for an invitation without a card, and comes back to it', async ({ page }) => {
  const invitation = '/gift?token=of-nobody'
  await page.goto(`${server.origin}/signup/regular?next=${encodeURIComponent(invitation)}`)
  for (const [label, value] of [
    ['Username', 'invited'],
    ['First name', 'Ines'],
    ['Last name', 'Invited'],
    ['Email', 'invited@example.test'],
    ['Confirm password', PASSWORD],
  ] as const) {
    await page.getByLabel(label).fill(value)
  }
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('Your invitation needs no card: you can skip this.')).toBeVisible()
  expect(await violationsNow(page)).toEqual([])
  await page.getByRole('button', { name: 'Skip' }).click()
  await page.waitForURL(server.origin + invitation)
})
