/**
 * `node scripts/deploy/try-call.ts ORIGIN`: two people sign up on a running server, one pays for a call of the other,
 * and both are in it with Chromium and a fake camera until the server has counted some seconds. Exits with 1 if it does
 * not count them in time. The server needs the payment sandbox.
 */
import type { SessionRequest } from '@parley/contract'
import { chromium, type Page } from '@playwright/test'
import { BROWSER_PATH, CALL_ARGS } from '../../e2e/support/browser-args.ts'
import { logIn } from '../../e2e/support/log-in.ts'
import { type CallPerson, callApi, makePaidCall } from '../../e2e/support/paid-call.ts'

const CALL_SECONDS = 600
const COUNTED_SECONDS = 5
const WITHIN_MS = 60_000
const POLL_EVERY_MS = 500

const [origin] = process.argv.slice(2)
if (!origin) throw new Error('usage: node scripts/deploy/try-call.ts ORIGIN')

const call = await makePaidCall(origin, CALL_SECONDS, { birthDate: '1990-05-17' })
const browser = await chromium.launch({ executablePath: BROWSER_PATH, args: CALL_ARGS })

const shown = async (page: Page) => `${page.url()} shows:\n${await page.locator('body').innerText()}`

async function enter(person: CallPerson, path: string): Promise<Page> {
  const context = await browser.newContext({ permissions: ['camera', 'microphone'] })
  await logIn(context, person.tokens)
  const page = await context.newPage()
  await page.goto(`${origin}${path}`)
  try {
    for (const name of ['Turn on camera and microphone', 'Join']) {
      await page.getByRole('button', { name }).click({ timeout: WITHIN_MS })
    }
  } catch (error) {
    console.error(await shown(page))
    throw error
  }
  return page
}

async function usedSeconds(): Promise<number> {
  const url = `${origin}/api/parley/${call.request.slug}/session/`
  return (await callApi<SessionRequest>(url, { token: call.fan.tokens.access })).used_duration
}

try {
  const pages = [
    await enter(call.influencer, `/paidchat/${call.request.slug}`),
    await enter(call.fan, `/chat/${call.request.slug}`),
  ]
  const end = performance.now() + WITHIN_MS
  let used = await usedSeconds()
  while (used < COUNTED_SECONDS && performance.now() < end) {
    await new Promise(resolve => setTimeout(resolve, POLL_EVERY_MS))
    used = await usedSeconds()
  }
  console.log(`a call between two browsers: ${used.toFixed(0)} s of it are counted`)
  if (used < COUNTED_SECONDS) {
    for (const page of pages) console.error(await shown(page))
    process.exitCode = 1
  }
} finally {
  await browser.close()
}
