import { messages } from '@parley/contract'
import { expect, type Page } from '@playwright/test'
import { apiCaller, TEST_PASSWORD } from '../apps/server/src/testing/api-caller.ts'
import { violationsInThemes } from './support/axe.ts'
import { logIn } from './support/log-in.ts'
import { expectNoPageErrors } from './support/page-errors.ts'
import { type SharedServer, test } from './support/shared-server.ts'

let server: SharedServer
let api: ReturnType<typeof apiCaller>
test.beforeAll(async ({ sharedServer }) => {
  server = sharedServer
  api = apiCaller(server.origin)
})

expectNoPageErrors('thrown')

/** Expects no violation of accessibility in either theme, on a phone. */
async function isAccessible(page: Page): Promise<void> {
  expect(await violationsInThemes(page, 'all')).toEqual([])
}

/** The text of the newest mail to an address that has these words in it. */
async function newestMail(to: string, words: string): Promise<string> {
  let text = ''
  await expect
    .poll(async () => {
      const list = await fetch(`${server.origin}/sandbox/mail/?as=json&to=${encodeURIComponent(to)}`)
      const { results } = (await list.json()) as { results: { text: string }[] }
      text = results.find(mail => mail.text.includes(words))?.text ?? ''
      return text
    })
    .not.toBe('')
  return text
}

test.use({ viewport: { width: 390, height: 844 } })

test('a new email becomes valid when its mailed link is opened, and a link in the old mailbox reverses the change', async ({
  page,
}) => {
  await logIn(page, await api.fan('mover'))
  const linkTo = async (address: string, path: string) => {
    const mail = await newestMail(address, path)
    return new RegExp(`https?://\\S+/${path}#token=\\S+`).exec(mail)?.[0] ?? ''
  }
  await page.goto(`${server.origin}/my-account`)
  for (const [label, value] of [
    ['Country', 'UK'],
    ['City', 'Ely'],
    ['Address', '1 High Street'],
    ['Email', 'mover@new.example.org'],
  ] as const) {
    await page.getByLabel(label).fill(value)
  }
  await page.getByRole('button', { name: 'Save' }).click()
  const sheet = page.getByRole('dialog', { name: 'Is it you?' })
  await sheet.getByRole('button', { name: 'No password? Mail me a code' }).click()
  await expect(sheet.getByLabel('Code')).toBeVisible()
  const code = /Code: (\w{4} \w{4})/.exec(await newestMail('mover@example.org', 'Code: '))?.[1] ?? ''
  await sheet.getByLabel('Code').fill(code)
  await sheet.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('Waiting for confirmation at mover@new.example.org')).toBeVisible()

  await page.goto(await linkTo('mover@new.example.org', 'confirm-email'))
  await expect(page.getByRole('heading', { name: 'Your email is confirmed' })).toBeVisible()
  await isAccessible(page)
  await page.getByRole('link', { name: 'Go to your settings' }).click()
  await expect(page.getByLabel('Email')).toHaveValue('mover@new.example.org')

  await page.goto(await linkTo('mover@example.org', 'undo-email'))
  await isAccessible(page)
  await page.getByRole('button', { name: 'Undo the change' }).click()
  await expect(page.getByRole('heading', { name: 'Your old email counts again' })).toBeVisible()
  await page.goto(`${server.origin}/undo-email#token=spent`)
  await page.getByRole('button', { name: 'Undo the change' }).click()
  await expect(page.getByText(messages.emailLinkSpent)).toBeVisible()
})

test('a person without a password deletes their account by a mailed code', async ({ page }) => {
  await logIn(page, await api.fan('codeleaver'))
  await page.goto(`${server.origin}/my-account#security`)
  await page.getByRole('button', { name: 'Delete account' }).click()
  await page.getByRole('button', { name: 'Delete for good' }).click()
  const proof = page.getByRole('dialog', { name: 'Is it you?' })
  await proof.getByRole('button', { name: 'No password? Mail me a code' }).click()
  await expect(proof.getByText('We sent a code to your email.')).toBeVisible()
  await isAccessible(page)
  const code = /Code: (\w{4} \w{4})/.exec(await newestMail('codeleaver@example.org', 'Code: '))?.[1] ?? ''
  await proof.getByLabel('Code').fill(code)
  await proof.getByRole('button', { name: 'Continue' }).click()
  await page.waitForURL(`${server.origin}/`)
  await expect(page.getByRole('link', { name: 'Log in' }).first()).toBeVisible()
  const login = { email: 'codeleaver@example.org', password: TEST_PASSWORD }
  expect((await api.call(null, 'POST /api/auth/jwt/create/', login)).status).toBe(401)
})
