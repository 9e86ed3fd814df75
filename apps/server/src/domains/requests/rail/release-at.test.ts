import type { Earnings, MoneyRail, SessionRequest } from '@parley/contract'
import { HOUR_SECONDS } from '@parley/contract'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { earningCaller } from '../../../testing/earning.ts'
import { openTestServer, type TestPerson, type TestServer } from '../../../testing/test-server.ts'

const t = await openTestServer()
/** The same installation, after its operator has changed the fee and the time of the release. */
const changedTo = (hours: string) =>
  t.openAnother({
    env: { PLATFORM_FEE_PERCENT: '20', RELEASE_AFTER_HOURS: hours },
  })
const later = await changedTo('240')
const sooner = await changedTo('1')
afterAll(t.close)
afterEach(async () => {
  expect(await t.breaches()).toEqual([])
})
const fan = await t.fan('fred')
let made = 0

function advanceAll(seconds: number): void {
  for (const server of [t, later, sooner]) server.clock.advance(seconds)
}
const earningsOn = async (server: TestServer, star: TestPerson): Promise<Earnings> =>
  (await server.call<Earnings>(star, 'GET /api/influencer/me/earnings/')).body
interface MailPage {
  results: { subject: string; text: string }[]
}
/** Each process has a folder of mails of its own. */
async function mailsTo(name: string): Promise<MailPage['results']> {
  const pages = [t, sooner].map(({ origin }) =>
    fetch(`${origin}/sandbox/mail/?as=json&to=${name}@example.org`),
  )
  const read = (await Promise.all(pages)).map(async page => ((await page.json()) as MailPage).results)
  return (await Promise.all(read)).flat()
}

test('a sale from after the change has the new fee and hours, also in the mail to its influencer', async () => {
  const star = await sooner.influencer('nora')
  await sooner.bookAndPay(await sooner.fan('nina'), star)
  for (const { server } of [t, sooner]) await server.doDueWork()
  const [mail] = (await mailsTo('nora')).filter(({ subject }) => subject.includes('would like a video call'))
  expect(mail?.text).toContain(
    'Your share is released 1 hour after the call is done, less the platform fee of 20%.',
  )
})

describe.each([
  ['later', later],
  ['sooner', sooner],
] as const)('a sale from before its operator releases %s and takes more', (_when, changed) => {
  test('keeps the fee and the hours that were shown, on every page and in the books', async () => {
    const star = await t.influencer(`ivy${++made}`)
    const request: SessionRequest = await earningCaller(t).served(fan, star)
    const ended = t.clock.now().getTime()
    const releasedAt = new Date(ended + 48 * HOUR_SECONDS * 1000).toISOString()
    const rail = await changed.call<MoneyRail>(star, `GET /api/parley/${request.slug}/money/`)
    expect(rail.body.lines).toContainEqual(
      expect.objectContaining({ what: 'earned', amount: '25.00', expected_by: releasedAt }),
    )
    const paidOutAt = new Date(ended + (48 + 7 * 24) * HOUR_SECONDS * 1000).toISOString()
    expect(await earningsOn(changed, star)).toMatchObject({
      held: '22.50',
      upcoming: [{ amount: '22.50', payable_at: paidOutAt }],
    })
    advanceAll(48 * HOUR_SECONDS - 1)
    await changed.server.doDueWork()
    expect(await earningsOn(changed, star)).toMatchObject({ held: '22.50', payable: '0.00' })
    advanceAll(1)
    await changed.server.doDueWork()
    expect(await earningsOn(changed, star)).toMatchObject({ held: '0.00', payable: '22.50' })
  })
})
