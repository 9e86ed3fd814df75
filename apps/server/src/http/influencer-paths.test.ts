import type { SessionRequest } from '@parley/contract'
import { afterAll, describe, expect, it } from 'vitest'
import { openTestServer, type TestPerson } from '../testing/test-server.ts'
import { operationsOf } from './testing/open-api.ts'

const t = await openTestServer({ connections: 8 })
afterAll(t.close)

const fan = await t.fan('fay')
const star = await t.influencer('star', { price: '18.00' })
const other = await t.influencer('other')

const post = (person: TestPerson, path: `/${string}`, body?: object) =>
  t.call<SessionRequest & { detail?: string; token?: string }>(person, `POST ${path}`, body)

describe('a request by the name of its influencer', () => {
  it('is paid, joined from both sides, accepted and cancelled as by the word', async () => {
    const booked = (await t.book(fan, star)).body
    expect((await post(fan, `/api/star/parley_requests/${booked.id}/pay/`)).status).toBe(200)
    await t.confirm((await t.pay(fan, booked)).body)
    await t.server.doDueWork()
    expect((await post(fan, `/api/Star/parley_requests/${booked.id}/session`)).body.token).toBeTruthy()
    expect((await post(star, `/api/star/requests/${booked.id}/session/`)).body.token).toBeTruthy()
    expect((await post(star, `/api/star/requests/${booked.id}/accept/`)).body.state).toBe('accepted')
    expect((await post(fan, `/api/star/parley_requests/${booked.id}/cancel/`)).body.state).toBe('cancelled')
  })

  it('is not there under the name of another, and nothing is changed', async () => {
    const booked = (await t.book(fan, star)).body
    for (const name of ['other', 'fay', 'nobody', 'parley', 'user', '%00', 'x'.repeat(150)]) {
      const byBuyer = await post(fan, `/api/${name}/parley_requests/${booked.id}/cancel/`)
      expect([name, byBuyer.status]).toEqual([name, name === '%00' ? 400 : 404])
      expect((await post(star, `/api/${name}/requests/${booked.id}/reject/`)).status).toBe(byBuyer.status)
    }
    expect((await post(other, `/api/other/requests/${booked.id}/reject/`)).status).toBe(404)
    expect((await post(fan, '/api/star/parley_requests/not-an-id/session/')).status).toBe(404)
    const { body } = await t.call<SessionRequest>(fan, `GET /api/parley/${booked.slug}/session/`)
    expect(body.state).toBe('offered')
  })

  it('has no name before somebody claimed it', async () => {
    const link = { amount: '12.50', duration: 600, description: 'Ten minutes of chess' }
    const made = (await t.call<SessionRequest>(fan, 'POST /api/parley/prepaid-link/', link)).body
    expect((await post(fan, `/api/star/parley_requests/${made.id}/pay/`)).status).toBe(404)
    await t.confirm((await t.pay(fan, made)).body)
    await t.server.doDueWork()
    await post(other, `/api/parley/prepaid/${made.id}/accept/`)
    expect((await post(other, `/api/other/requests/${made.id}/session/`)).status).toBe(200)
    expect((await post(other, `/api/star/requests/${made.id}/session/`)).status).toBe(404)
  })

  it('is in the document of all calls, with the name as a part of its path', async () => {
    const answer = await t.server.app.inject({ method: 'GET', url: '/api/openapi.json' })
    const operations = operationsOf(answer.json())
    for (const path of [
      'parley_requests/{id}/pay/',
      'parley_requests/{id}/session/',
      'requests/{id}/accept/',
    ]) {
      const found = operations.filter(each => each.path.endsWith(`/${path}`))
      expect(found.map(each => each.path).sort()).toEqual([
        `/api/influencer/${path}`,
        `/api/{username}/${path}`,
      ])
      const named = found.find(each => each.path.includes('username'))
      expect(named?.parameters.map(({ name }) => name).sort()).toEqual(['id', 'username'])
    }
  })

  it('is reached by the former name of its influencer', async () => {
    const booked = (await t.book(fan, star)).body
    const renamed = { user__username: 'supernova' }
    expect((await t.call(star, 'PATCH /api/influencer/star/', renamed)).status).toBe(200)
    const path = `requests/${booked.id}/accept/`
    const moved = await t.server.app.inject({
      method: 'POST',
      url: `/api/star/${path}`,
      headers: { authorization: `Bearer ${star.access}` },
    })
    expect([moved.statusCode, moved.headers.location]).toEqual([308, `/api/supernova/${path}`])
    expect((await post(star, `/api/supernova/${path}`)).body.state).toBe('accepted')
  })
})
