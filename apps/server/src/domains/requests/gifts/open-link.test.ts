import type { OpenGift, SessionRequest } from '@parley/contract'
import { afterAll, expect, test } from 'vitest'
import { openTestServer, type TestPerson } from '../../../testing/test-server.ts'
import { beginCall } from '../public.ts'

const t = await openTestServer()
afterAll(t.close)

const buyer = await t.fan('bella')
const friend = await t.fan('fred')
const star = await t.influencer('star', { price: '18.00' })

const MESSAGE = 'Happy birthday, Fred!'
type Person = TestPerson | null
const openLink = (person: Person, slug: string) =>
  t.call<OpenGift>(person, `GET /api/parley/${slug}/session/gift/`)
const give = (slug: string, body: object) =>
  t.call<{ url: string }>(buyer, `POST /api/parley/${slug}/session/gift/`, body)
const takeBack = (slug: string) => t.call(buyer, `DELETE /api/parley/${slug}/session/gift/`)
const tokenOf = (url: string) => new URL(url).searchParams.get('token') ?? ''
const accept = (token: string) => t.call(friend, 'POST /api/parley/gift/accept/', { token })
const openBody = async (slug: string) => (await openLink(buyer, slug)).body

async function given(): Promise<{ request: SessionRequest; token: string }> {
  const request = await t.bookAndPay(buyer, star)
  const { body } = await give(request.slug, { message: MESSAGE })
  return { request, token: tokenOf(body.url) }
}

test('the link that nobody has accepted is shown to its buyer without its address, until it ends', async () => {
  const { request, token } = await given()
  const shown = await openBody(request.slug)
  expect(shown).toEqual({ open: { message: MESSAGE, created_at: t.clock.now().toISOString() } })
  expect(JSON.stringify(shown)).not.toContain(token)
  expect((await takeBack(request.slug)).status).toBe(200)
  expect(await openBody(request.slug)).toEqual({ open: null })
  expect((await accept(token)).status).toBe(409)
})

test('a new link replaces an earlier one, and no link is shown after somebody accepted it', async () => {
  const { request } = await given()
  const { body } = await give(request.slug, {})
  expect((await openBody(request.slug)).open).toMatchObject({ message: null })
  expect((await accept(tokenOf(body.url))).status).toBe(200)
  expect(await openBody(request.slug)).toEqual({ open: null })
})

test('a person who did not buy the call learns nothing of its link', async () => {
  const { request } = await given()
  const answers = await Promise.all([null, star, friend].map(person => openLink(person, request.slug)))
  expect(answers.map(({ status }) => status)).toEqual([401, 403, 404])
  expect((await openLink(buyer, 'no-such-slug')).status).toBe(404)
})

test('no link is open once the call began, or does not take place', async () => {
  const begun = (await given()).request
  await beginCall(t.server.domains.requests, begun.id)
  expect(await openBody(begun.slug)).toEqual({ open: null })
  const cancelled = (await given()).request
  await t.call(buyer, `POST /api/influencer/parley_requests/${cancelled.id}/cancel/`)
  expect(await openBody(cancelled.slug)).toEqual({ open: null })
})
