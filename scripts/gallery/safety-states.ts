import type { DeletionRefused } from '@parley/contract'
import { messages } from '@parley/contract/messages'
import type { CDPSession, Page } from '@playwright/test'
import { TEST_PASSWORD } from '../../apps/server/src/testing/api-caller.ts'
import { addApp, codesOf } from '../../apps/server/src/testing/second-factor.ts'
import { type EventPeople, eventPeople } from '../../e2e/support/event-people.ts'
import { proveWho } from '../../e2e/support/prove-who.ts'
import { type Gallery, type State, takerOf, visit } from './gallery.ts'
import { serverClock as clock } from './moved-clock.ts'

const SECURITY = '/my-account#security'
const APP_CODE = 'Code of your authenticator app'

const reporting: State = {
  name: 'safety: what is wrong, report, block, blocked people',
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
      await page.getByRole('button', { name: 'Send report' }).click()
      await page.getByRole('dialog', { name: 'Thank you. Your report is with us' }).waitFor()
      await take('safety, reported', 'window')
      await page.keyboard.press('Escape')
      await shield.click()
      await page.getByRole('dialog').getByRole('button', { name: 'Block @nora-chess' }).click()
      await page.getByText('Nothing is open between you.').waitFor()
      await take('safety, block', 'window')
    })
    for (const name of ['ivo-ignored', 'olga-out-of-sight']) {
      const { id } = await people.influencer(name)
      await people.call(fan, `POST /api/user/${id}/block/`)
    }
    await visit(gallery, { person: fan, path: SECURITY }, async page => {
      await page.getByRole('button', { name: 'Unblock @ivo-ignored' }).waitFor()
      await takerOf(gallery, page, 'fan')('security, blocked people')
    })
  },
}

/** The demo's server asks nobody for their age: this answers as a server with a minimum age does. */
async function requireAge(page: Page): Promise<void> {
  let requested = 0
  await page.route('**/api/parley/nora-chess/parley_request/', async route => {
    if (route.request().method() !== 'POST') return route.continue()
    const json =
      requested++ === 0
        ? { detail: messages.birthDateNeeded, needs: 'birth_date' }
        : { detail: messages.tooYoung, needs: 'age' }
    await route.fulfill({ status: 403, json })
  })
}

const birthDate: State = {
  name: 'safety: birth date, too young',
  async take(gallery) {
    const fan = await eventPeople(gallery.demo.origin).fan('yuri-young')
    const visited = { person: fan, path: '/profile/nora-chess', before: requireAge }
    await visit(gallery, visited, async page => {
      const take = takerOf(gallery, page, 'fan')
      await page.getByRole('button', { name: 'Book now' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click()
      const sheet = page.getByRole('dialog', { name: 'When were you born?' })
      await sheet.waitFor()
      await take('safety, birth date', 'window')
      await sheet.getByLabel('Day').fill('31')
      await sheet.getByLabel('Month').fill('2')
      await sheet.getByLabel('Year').fill('2011')
      await sheet.getByRole('button', { name: 'Continue' }).click()
      await sheet.getByRole('alert').filter({ hasText: messages.birthDateInvalid }).waitFor()
      await take('safety, no such birth date', 'window')
      await sheet.getByLabel('Day').fill('28')
      await sheet.getByRole('button', { name: 'Continue' }).click()
      await page.getByText(messages.tooYoung).waitFor()
      await take('safety, too young', 'window')
    })
  },
}

/** Sets up an authenticator app, from its sheet to the recovery codes. */
async function setUpApp(page: Page, take: ReturnType<typeof takerOf>): Promise<void> {
  await page.getByRole('button', { name: 'Set up an authenticator app' }).click()
  await take('security, is it you?', 'window')
  await proveWho(page, 'not this one')
  await page.getByText(messages.passwordWrong).waitFor()
  await take('security, it is not you', 'window')
  await proveWho(page)
  const setUp = page.getByRole('dialog', { name: 'Set up an authenticator app' })
  await setUp.getByRole('img').waitFor()
  await take('security, authenticator app', 'window')
  const secret = (await setUp.getByRole('code').innerText()).replaceAll(' ', '')
  await setUp.getByLabel(APP_CODE).fill('000000')
  await setUp.getByRole('button', { name: 'Confirm' }).click()
  await setUp.getByText('This is not the code, or it has run out').waitFor()
  await take('security, authenticator app, wrong code', 'window')
  await setUp.getByLabel(APP_CODE).fill(codesOf(secret, clock)())
  await setUp.getByRole('button', { name: 'Confirm' }).click()
  const kept = page.getByRole('dialog', { name: 'Keep your recovery codes' })
  await kept.getByRole('listitem').first().waitFor()
  await take('security, recovery codes', 'window')
  await kept.getByRole('button', { name: 'I have kept them' }).click()
  await page.getByRole('button', { name: 'Remove the authenticator app' }).waitFor()
  await take('security, with an authenticator app')
}

async function shootSecondStep(gallery: Gallery): Promise<void> {
  await visit(gallery, { person: null, path: '/login' }, async page => {
    const take = takerOf(gallery, page, 'visitor')
    await page.getByLabel('Email').fill('sam-secure@example.org')
    await page.getByLabel('Password', { exact: true }).fill(TEST_PASSWORD)
    await page.getByRole('button', { name: 'Log in', exact: true }).click()
    await page.getByRole('heading', { name: 'One more step' }).waitFor()
    await take('login, one more step', 'window')
    await page.getByLabel(APP_CODE).fill('000000')
    await page.getByRole('button', { name: 'Log in', exact: true }).click()
    await page.getByText('This is not the code').waitFor()
    await take('login, wrong code', 'window')
    await page.getByRole('button', { name: 'Use a recovery code' }).click()
    await page.getByLabel('Recovery code').waitFor()
    await take('login, recovery code', 'window')
    await page.getByRole('button', { name: 'I have none of these any more' }).click()
    await page.getByRole('heading', { name: 'We sent you a mail' }).waitFor()
    await take('login, second factors lost', 'window')
  })
}

const app: State = {
  name: 'security: authenticator app, wrong code, recovery codes, one more step, lost factors',
  async take(gallery) {
    const people = eventPeople(gallery.demo.origin)
    const fan = await people.fan('sam-secure')
    await visit(gallery, { person: fan, path: SECURITY }, async page => {
      const take = takerOf(gallery, page, 'fan')
      await setUpApp(page, take)
      await shootSecondStep(gallery)
      await page.reload()
      await page.getByRole('button', { name: 'Stop it' }).waitFor()
      await take('security, somebody says that the second factors are lost')
    })
  },
}

/** A virtual fingerprint reader; the test decides whose finger it reads. */
async function addReader(page: Page): Promise<{ client: CDPSession; authenticatorId: string }> {
  const client = await page.context().newCDPSession(page)
  await client.send('WebAuthn.enable')
  const { authenticatorId } = await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true },
      ...{ hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true },
    },
  })
  return { client, authenticatorId }
}

/** Logs this person in from a second browser, so that their list of logins has more than one line. */
const logInElsewhere = ({ call }: EventPeople, name: string) =>
  call(null, 'POST /api/auth/jwt/create/', { email: `${name}@example.org`, password: TEST_PASSWORD })

const passkeys: State = {
  name: 'security: passkeys, logins',
  async take(gallery) {
    const people = eventPeople(gallery.demo.origin)
    const fan = await people.fan('petra-passkey')
    await logInElsewhere(people, fan.username)
    await visit(gallery, { person: fan, path: SECURITY }, async page => {
      const take = takerOf(gallery, page, 'fan')
      const { client, authenticatorId } = await addReader(page)
      await page.getByRole('button', { name: 'Add a passkey' }).click()
      await proveWho(page)
      const added = page.getByRole('dialog', { name: 'Add a passkey' })
      await added.getByRole('button', { name: 'Make it' }).click()
      await added.getByText(messages.passkeyNameRequired).waitFor()
      await take('security, passkey', 'window')
      await added.getByLabel('Name of the passkey').fill('My phone')
      await added.getByRole('button', { name: 'Make it' }).click()
      await page.getByRole('button', { name: 'I have kept them' }).click()
      await page.getByText('My phone').waitFor()
      await take('security, with a passkey and two logins')
      await page.goto(`${gallery.demo.origin}/logout`)
      await page.waitForURL(`${gallery.demo.origin}/`)
      await page.goto(`${gallery.demo.origin}/login`)
      await client.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false })
      await page.getByRole('button', { name: 'Use a passkey' }).click()
      await page.getByText('No passkey was used.').waitFor()
      await takerOf(gallery, page, 'visitor')('login, no passkey was used', 'window')
    })
  },
}

/** The question for a second factor, for a person without one and for a person who has one. */
const proof: State = {
  name: 'security: is it you, by a second factor',
  async take(gallery) {
    const people = eventPeople(gallery.demo.origin)
    const fan = await people.fan('ursula-unsure')
    await addApp({ ...people, clock }, fan)
    await visit(gallery, { person: fan, path: SECURITY }, async page => {
      await page.getByRole('button', { name: 'Remove the authenticator app' }).click()
      await page.getByRole('dialog', { name: 'Is it you?' }).waitFor()
      await takerOf(gallery, page, 'fan')('security, is it you, by a second factor', 'window')
    })
  },
}

/** Nobody of the demo earned less than a payout: this answers as for a person who did. */
async function hasAPenny(page: Page): Promise<void> {
  const last = { amount: '0.90', waits_for: 'no_account', payable_at: null } as const
  const reason =
    'The £0.90 that you earned can be paid out when you leave if you set up your payouts first. You can also give it up.'
  const json: DeletionRefused = { detail: reason, reasons: [reason], forgo: last }
  await page.route('**/api/user/me/', route =>
    route.request().method() === 'DELETE' ? route.fulfill({ status: 409, json }) : route.fallback(),
  )
}

const leaving: State = {
  name: 'security: deletion, with a share too small for a payout',
  async take(gallery) {
    const star = await eventPeople(gallery.demo.origin).influencer('lena-leaves')
    await visit(gallery, { person: star, path: SECURITY, before: hasAPenny }, async page => {
      const take = takerOf(gallery, page, 'influencer')
      await page.getByRole('button', { name: 'Delete account' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Your password').fill(TEST_PASSWORD)
      await take('security, delete the account', 'window')
      await dialog.getByRole('button', { name: 'Delete for good' }).click()
      await dialog.getByRole('switch', { name: 'I give up the £0.90 that I earned' }).click()
      await take('security, delete the account and give up a share', 'window')
    })
  },
}

export const safetyStates: readonly State[] = [reporting, birthDate, app, passkeys, proof, leaving]
