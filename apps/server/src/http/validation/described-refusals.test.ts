import { expect, test } from 'vitest'
import { eventCaller } from '../../testing/event-caller.ts'
import {
  type Answer,
  inTwoDays,
  offersEveryHour,
  openTestServer,
  type TestPerson,
} from '../../testing/test-server.ts'
import { misfitOf, nameOf, type Operation, operationsOf } from '../testing/open-api.ts'

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

/** The answer to a call as it comes, without a following of where it leads. */
async function answerTo(method: Operation['method'], url: string, person: TestPerson | null) {
  const headers = person ? { authorization: `Bearer ${person.access}` } : {}
  const answer = await t.server.app.inject({ method, url, headers })
  const contentType = String(answer.headers['content-type'] ?? '')
  const { location } = answer.headers
  return { status: answer.statusCode, contentType, text: answer.body, location }
}

test('the document has where a call leads that names somebody by a former username', async () => {
  const [star, fan] = [await t.influencer('former'), await t.fan('follower')]
  const { id } = (await t.book(fan, star)).body
  const renamed = { user__username: 'present' }
  expect((await t.call(star, 'PATCH /api/influencer/former/', renamed)).status).toBe(200)
  const found: number[] = []
  for (const operation of operations.filter(({ path }) => path.includes('/{username}/'))) {
    const url = operation.path.replace('{username}', 'former').replace('{id}', id)
    const answer = await answerTo(operation.method, url, fan)
    expect([nameOf(operation), misfitOf(operation, answer)]).toEqual([nameOf(operation), null])
    if (answer.location !== undefined) found.push(answer.status)
  }
  expect(new Set(found)).toEqual(new Set([301, 308]))
})

test('the document has where a login by a network leads, and no other answer but refusals', async () => {
  for (const [path, url] of [
    ['/api/user/social-login/{network}/start/', '/api/user/social-login/google/start/'],
    ['/api/user/social-login/{network}/callback/', '/api/user/social-login/google/callback/?state=unknown'],
  ] as const) {
    const operation = operations.find(each => nameOf(each) === `GET ${path}`)
    if (!operation) throw new Error(`the document has no GET ${path}`)
    const answer = await answerTo('GET', url, null)
    expect(answer.status).toBe(302)
    expect(misfitOf(operation, answer)).toBeNull()
    expect(Object.keys(operation.responses).sort()).toEqual(['302', '400', '401', 'default'])
  }
})
