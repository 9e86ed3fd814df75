import type { Influencer } from '@parley/contract'
import { expect, type Page } from '@playwright/test'
import { apiCaller } from '../apps/server/src/testing/api-caller.ts'
import { LANGUAGE_COOKIE } from '../apps/web/app/language/languages.ts'
import { violationsNow } from './support/axe.ts'
import { pageReady } from './support/demo-server.ts'
import { logIn } from './support/log-in.ts'
import { expectNoPageErrors } from './support/page-errors.ts'
import { type SharedServer, test } from './support/shared-server.ts'

let server: SharedServer
let api: ReturnType<typeof apiCaller>
test.beforeAll(async ({ sharedServer }) => {
  server = sharedServer
  api = apiCaller(server.origin)
  await api.influencer('ilse', { price: '12.50', duration: 900 })
})

expectNoPageErrors('thrown and console')

const languageOf = (page: Page) => page.locator('html').getAttribute('lang')

test.describe('in a German browser', () => {
  test.use({ locale: 'de-DE' })

  test('a profile is German from its first byte, its price too, and stays so from page to page', async ({
    page,
  }) => {
    const answer = await page.goto(`${server.origin}/profile/ilse`)
    const [said] = /<html lang="[^"]*"|12,50\s£/.exec((await answer?.text()) ?? '') ?? []
    expect(said).toBe('<html lang="de-DE"')
    await expect(page.getByText(/^12,50\s£$/).first()).toBeVisible()
    await expect(page.getByRole('link', { name: 'Anmelden', exact: true })).toBeVisible()
    await page.getByRole('link', { name: 'Entdecken', exact: true }).first().click()
    await expect(page).toHaveURL(`${server.origin}/explore`)
    await expect(page.getByRole('searchbox').or(page.getByRole('textbox')).first()).toBeVisible()
    expect(await violationsNow(page)).toEqual([])
  })

  test('what is wrong with a form is said in German', async ({ page }) => {
    await page.goto(`${server.origin}/login`)
    await page.getByLabel('E-Mail').fill('no-address')
    await page.getByRole('button', { name: 'Anmelden', exact: true }).click()
    await expect(page.getByText('Bitte gib eine gültige E-Mail-Adresse ein')).toBeVisible()
  })

  test('a price and a length are typed with the comma that a German keyboard has', async ({ page }) => {
    await logIn(page, await api.fan('komma'))
    await page.goto(`${server.origin}/prepaid`)
    await page.getByLabel('Betrag').pressSequentially('18,50')
    await page.getByLabel('Dauer').fill('')
    await page.getByLabel('Dauer').pressSequentially('1,5')
    await expect(page.getByText(/18,50\s£ für 1,5 Minuten/)).toBeVisible()
    await page.getByLabel('Beschreibung').fill('Ein Gespräch am Abend')
    await page.getByRole('button', { name: 'Link erstellen' }).click()
    await expect(page.getByText(/18,50\s£/).first()).toBeVisible()
    await expect(page.getByText(/Bitte gib einen Betrag/)).toHaveCount(0)
  })

  test('the price and the length of an offer stand in its form with a comma, and are stored as they are', async ({
    page,
  }) => {
    await logIn(page, await api.influencer('kommaline', { price: '12.50', duration: 90 }))
    await page.goto(`${server.origin}/profile/kommaline#edit`)
    const [price, length] = [page.getByLabel('Preis eines privaten Gesprächs'), page.getByLabel('Dauer')]
    await expect(price).toHaveValue('12,50')
    await expect(length).toHaveValue('1,5')
    await expect(page.getByText(/12,50\s£ für 1,5 Minuten/)).toBeVisible()
    await price.press('End')
    await price.press('ArrowLeft')
    await price.press('Backspace')
    await price.pressSequentially('7')
    await expect(price).toHaveValue('12,70')
    await length.fill('2.5')
    await expect(length).toHaveValue('2,5')
    await page.getByRole('button', { name: 'Speichern' }).click()
    await expect(page.getByText(/^12,70\s£$/).first()).toBeVisible()
    const stored = await api.call<Influencer>(null, 'GET /api/parley/kommaline/')
    expect(stored.body.main_session).toMatchObject({ amount: '12.70', duration: 150 })
    await page.getByRole('button', { name: 'Bearbeiten' }).click()
    await price.fill('1.200,50')
    await page.getByRole('button', { name: 'Speichern' }).click()
    await expect(page.getByText('Bitte gib einen Betrag')).toBeVisible()
  })

  test('English is one choice in the menu, and it stays', async ({ page }) => {
    await page.goto(server.origin)
    // A press before the page's own code runs opens nothing.
    await pageReady(page)
    await page.getByRole('button', { name: 'Menü', exact: true }).click()
    await page.getByRole('button', { name: 'English' }).click()
    await expect(page.getByRole('heading', { name: 'Monitize your audience' })).toBeVisible()
    expect(await languageOf(page)).toBe('en-GB')
    await page.goto(`${server.origin}/faq`)
    expect(await languageOf(page)).toBe('en-GB')
    await expect(page.getByRole('heading', { name: 'Frequently asked questions' })).toBeVisible()
  })
})

test('a person who reads English downloads no other language', async ({ page }) => {
  const catalogues: string[] = []
  page.on('request', request => /\/assets\/de-/.test(request.url()) && catalogues.push(request.url()))
  await page.goto(server.origin)
  await expect(page.getByRole('heading', { name: 'Monitize your audience' })).toBeVisible()
  await pageReady(page)
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Deutsch' })).toBeVisible()
  expect(catalogues).toEqual([])
})

test('an account in German: dates as Germans write them', async ({ page, context }) => {
  await context.addCookies([{ name: LANGUAGE_COOKIE, value: 'de', url: server.origin }])
  await logIn(page, await api.fan('fritz'))
  await page.goto(`${server.origin}/my-account#security`)
  await expect(page.getByText('Dieses Gerät')).toBeVisible()
  const today = new Intl.DateTimeFormat('de-DE', { dateStyle: 'medium' }).format(new Date())
  await expect(page.getByText(today).first()).toBeVisible()
})
