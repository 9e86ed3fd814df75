import { messages } from '@parley/contract/messages'
import { expect, type Page } from '@playwright/test'
import { apiCaller, TEST_PASSWORD } from '../apps/server/src/testing/api-caller.ts'
import { codesOf } from '../apps/server/src/testing/second-factor.ts'
import { violationsInThemes } from './support/axe.ts'
import { pageReady } from './support/demo-server.ts'
import { logIn } from './support/log-in.ts'
import { expectNoPageErrors } from './support/page-errors.ts'
import { proveWho } from './support/prove-who.ts'
import { type SharedServer, test } from './support/shared-server.ts'

let server: SharedServer
test.beforeAll(async ({ sharedServer }) => {
  server = sharedServer
})
expectNoPageErrors('thrown')

async function logOut(page: Page): Promise<void> {
  await page.goto(`${server.origin}/logout`)
  await expect.poll(() => page.evaluate(() => localStorage.getItem('auth'))).toBeNull()
}

test('an authenticator app is set up on a phone, asked for at the next login, and removed', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await logIn(page, await apiCaller(server.origin).fan('twofold'))
  await page.goto(`${server.origin}/my-account`)
  await pageReady(page)
  await page.getByRole('tab', { name: 'Security' }).click()
  await page.getByRole('button', { name: 'Set up an authenticator app' }).click()
  await proveWho(page)
  const setUp = page.getByRole('dialog', { name: 'Set up an authenticator app' })
  await expect(setUp.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
  expect(await violationsInThemes(page)).toEqual([])
  const secret = (await setUp.getByRole('code').innerText()).replaceAll(' ', '')
  // The page's own phone cannot scan its own screen.
  await expect(setUp.getByRole('link', { name: 'Is the app on this device? Open it' })).toHaveAttribute(
    'href',
    new RegExp(`^otpauth://totp/.*secret=${secret}`),
  )
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await setUp.getByRole('button', { name: 'Copy the key' }).click()
  await expect(setUp.getByRole('button', { name: messages.copied })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(secret)
  const code = codesOf(secret, { now: () => new Date() })
  await setUp.getByLabel('Code of your authenticator app').fill('000000')
  await setUp.getByRole('button', { name: 'Confirm' }).click()
  await expect(setUp.getByText('This is not the code, or it has run out')).toBeVisible()
  await setUp.getByLabel('Code of your authenticator app').fill(code())
  await setUp.getByRole('button', { name: 'Confirm' }).click()
  const kept = page.getByRole('dialog', { name: 'Keep your recovery codes' })
  await expect(kept.getByRole('listitem')).toHaveCount(10)
  const recovery = await kept.getByRole('listitem').first().innerText()
  expect(await violationsInThemes(page)).toEqual([])
  await kept.getByRole('button', { name: 'I have kept them' }).click()
  await expect(page.getByText('10 codes are left')).toBeVisible()

  await logOut(page)
  await page.goto(`${server.origin}/login`)
  await pageReady(page)
  await page.getByLabel('Email').fill('twofold@example.org')
  await page.getByLabel('Password', { exact: true }).fill(TEST_PASSWORD)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'One more step' })).toBeVisible()
  expect(await violationsInThemes(page)).toEqual([])
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await page.getByLabel('Recovery code').fill(recovery)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await page.waitForURL(`${server.origin}/`)

  await page.goto(`${server.origin}/my-account`)
  await pageReady(page)
  await page.getByRole('tab', { name: 'Security' }).click()
  await expect(page.getByText('9 codes are left')).toBeVisible()
  await page.getByRole('button', { name: 'Remove the authenticator app' }).click()
  const proof = page.getByRole('dialog', { name: 'Is it you?' })
  await proof.getByLabel('Code of your authenticator app').fill(code(1))
  await proof.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('button', { name: 'Set up an authenticator app' })).toBeVisible()
})

test('a passkey is added, logs in without a password, and is removed alone', async ({ page }) => {
  const client = await page.context().newCDPSession(page)
  await client.send('WebAuthn.enable')
  const { authenticatorId } = await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  await page.setViewportSize({ width: 390, height: 844 })
  await logIn(page, await apiCaller(server.origin).fan('keyholder'))
  await page.goto(`${server.origin}/my-account`)
  await pageReady(page)
  await page.getByRole('tab', { name: 'Security' }).click()
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await proveWho(page)
  const added = page.getByRole('dialog', { name: 'Add a passkey' })
  await added.getByLabel('Name of the passkey').fill('My phone')
  expect(await violationsInThemes(page)).toEqual([])
  await added.getByRole('button', { name: 'Make it' }).click()
  const kept = page.getByRole('dialog', { name: 'Keep your recovery codes' })
  await expect(kept.getByRole('listitem')).toHaveCount(10)
  await kept.getByRole('button', { name: 'I have kept them' }).click()
  await expect(page.getByText('My phone')).toBeVisible()

  await logOut(page)
  await page.goto(`${server.origin}/login`)
  await pageReady(page)
  await client.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false })
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page.getByText('No passkey was used.')).toBeVisible()
  expect(await violationsInThemes(page)).toEqual([])
  await client.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true })
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await page.waitForURL(`${server.origin}/`)

  await page.goto(`${server.origin}/my-account`)
  await pageReady(page)
  await page.getByRole('tab', { name: 'Security' }).click()
  await page.getByRole('button', { name: 'Remove the passkey “My phone”' }).click()
  const proof = page.getByRole('dialog', { name: 'Is it you?' })
  await proof.getByRole('button', { name: 'Use your passkey' }).click()
  await expect(page.getByRole('button', { name: 'Remove the passkey “My phone”' })).toHaveCount(0)
})
