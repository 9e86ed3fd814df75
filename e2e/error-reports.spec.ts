import { expect, type Page, test } from '@playwright/test'
import { type Ingest, openIngest } from '../apps/server/src/providers/errors-sentry/testing/ingest.ts'
import { apiCaller, type TestPerson } from '../apps/server/src/testing/api-caller.ts'
import { logIn } from './support/log-in.ts'
import { openServer } from './support/two-people.ts'

const WORDS = 'planted words about my divorce'
const TICKET = 'planted-ticket-0123456789abcdef'

let server: Awaited<ReturnType<typeof openServer>>
let ingest: Ingest
let star: TestPerson
let fan: TestPerson
test.beforeAll(async () => {
  ingest = await openIngest()
  server = await openServer({ SENTRY_DSN: ingest.dsn })
  const api = apiCaller(server.origin)
  star = await api.influencer('plantedstar')
  fan = await api.fan('plantedfan')
})
test.afterAll(async () => {
  await server?.close()
  await ingest?.stop()
})

/** Throws in the page as a bug of ours would, with private words in the message. */
async function breakPage(page: Page): Promise<void> {
  await page.evaluate(words => {
    setTimeout(() => {
      throw new RangeError(`cannot show ${words}`)
    }, 0)
  }, `${WORDS} ${fan.username}@example.org`)
}

const errorsAt = (place: string) => ingest.items('event').filter(event => event.transaction === place)

test('a page that breaks is reported once, with a recording, and without anybody’s names, words or tokens', async ({
  page,
}) => {
  const refusedByPolicy: string[] = []
  page.on('console', line => {
    if (/Content Security Policy/.test(line.text())) refusedByPolicy.push(line.text())
  })
  const loaded = page.waitForResponse(response => /\/assets\/sentry-/.test(response.url()))
  await logIn(page, fan)
  await page.goto(`${server.origin}/profile/${star.username}?t=${TICKET}&note=${encodeURIComponent(WORDS)}`)
  await loaded
  await expect(page.getByText(star.username).first()).toBeVisible()
  await expect
    .poll(() => ingest.items('transaction').some(each => each.transaction === '/profile/:x'))
    .toBe(true)
  await breakPage(page)
  await expect.poll(() => errorsAt('/profile/:x').length).toBe(1)
  expect(errorsAt('/profile/:x')[0]).toMatchObject({
    exception: { values: [{ type: 'RangeError', value: '' }] },
  })
  await expect.poll(() => ingest.everything().includes('replay_recording'), { timeout: 60_000 }).toBe(true)

  const sent = ingest.everything()
  for (const secret of [
    WORDS,
    TICKET,
    star.username,
    fan.username,
    fan.access,
    fan.refresh,
    fan.id,
    'example.org',
  ]) {
    expect(sent, secret).not.toContain(secret)
  }
  expect(refusedByPolicy).toEqual([])
})

test('on the page of a call there is neither recording nor trace, and an error is its type alone', async ({
  page,
}) => {
  const loaded = page.waitForResponse(response => /\/assets\/sentry-/.test(response.url()))
  const before = ingest.everything().length
  await page.goto(`${server.origin}/chat/${TICKET}?t=${TICKET}`)
  await loaded
  await breakPage(page)
  await expect.poll(() => ingest.everything().length).toBeGreaterThan(before)
  const sent = ingest.everything().slice(before)
  expect(sent).not.toContain('stacktrace')
  expect(sent).not.toContain('replay_recording')
  expect(sent).not.toContain(TICKET)
})
