import { expect, test } from 'vitest'
import { eventCaller } from '../../testing/event-caller.ts'
import { type Answer, inTwoDays, offersEveryHour, openTestServer } from '../../testing/test-server.ts'
import { misfitOf, nameOf, operationsOf } from '../testing/open-api.ts'

const t = await openTestServer()
const events = eventCaller(t)
type Document = Parameters<typeof operationsOf>[0]
const { body: document } = await t.call<Document>(null, 'GET /api/openapi.json')
const operations = operationsOf(document)

/** What is wrong with a refusal by the OpenAPI document; null when it fits. */
function misfit(name: string, { status, body }: Answer<unknown>): string | null {
  const operation = operations.find(each => nameOf(each) === name)
  if (!operation) throw new Error(`the document has no ${name}`)
  return misfitOf(operation, { status, contentType: 'application/json', text: JSON.stringify(body) })
}

test('the document has what a stranger can do about a second unpaid place or time', async () => {
  const [ivy, rita] = [await offersEveryHour(t, 'ivy'), await offersEveryHour(t, 'rita')]
  const [one, two] = [await events.create(ivy, { title: 'One' }), await events.create(ivy, { title: 'Two' })]
  const fan = await t.fan('stranger')
  const slot = inTwoDays(t, '12:00')
  const held = [await events.bookPlace(fan, one), await t.book(fan, ivy, { slot })]
  expect(held.map(({ status }) => status)).toEqual([201, 201])
  const place = await events.bookPlace(fan, two)
  const time = await t.book(fan, rita, { slot })
  expect([place.status, time.status]).toEqual([403, 403])
  expect(misfit('POST /api/parley/{username}/live_event/', place)).toBeNull()
  expect(misfit('POST /api/parley/{username}/parley_request/', time)).toBeNull()
})

test('the document has the answer to a keepsake that is no picture of a form', async () => {
  const fan = await t.fan('drawer')
  const call = 'POST /api/parley/nothing/session/keepsake/picture/'
  const refused = await t.call(fan, call, { picture: 'x'.repeat(100_000) })
  expect(refused.status).toBe(413)
  expect(misfit('POST /api/parley/{slug}/session/keepsake/picture/', refused)).toBeNull()
})
