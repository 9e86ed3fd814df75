import type { Influencer, Page, SessionRequest, StandingLogin } from '@parley/contract'
import { messages, STEP_UP_TTL_MS } from '@parley/contract'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TEST_PASSWORD } from '../../../testing/api-caller.ts'
import { openTestServer, type TestPerson, type TestServer } from '../../../testing/test-server.ts'

let t: TestServer
let ivy: TestPerson
beforeAll(async () => {
  t = await openTestServer()
  ivy = await t.influencer('ivy')
})
afterAll(async () => {
  const audit = await t.audit()
  await t.close()
  expect(audit.checks.filter(check => check.breaches > 0)).toEqual([])
})

const PROOF = { currentPassword: TEST_PASSWORD }
const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0'

async function logIn(name: string, userAgent = FIREFOX): Promise<TestPerson> {
  const response = await fetch(`${t.origin}/api/auth/jwt/create/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': userAgent },
    body: JSON.stringify({ email: `${name}@example.org`, password: TEST_PASSWORD }),
  })
  const { access } = (await response.json()) as { access: string }
  return { id: '', username: name, access, refresh: '' }
}
const logins = (person: TestPerson) => t.call<Page<StandingLogin>>(person, 'GET /api/user/me/logins/')
async function statusWith(access: string): Promise<number> {
  const response = await fetch(`${t.origin}/api/user/me/`, { headers: { authorization: `Bearer ${access}` } })
  return response.status
}

describe('the list of logins', () => {
  it('names the devices, and says which one asks', async () => {
    await t.fan('lena')
    const laptop = await logIn('lena')
    const { body } = await logins(laptop)
    expect(body.count).toBe(2)
    expect(body.results.map(login => [login.device, login.is_current])).toEqual(
      expect.arrayContaining([
        ['Firefox on Windows', true],
        ['Unknown device', false],
      ]),
    )
  })

  it('lets one be ended from another, at once and once', async () => {
    await t.fan('mara')
    const [laptop, phone] = [await logIn('mara'), await logIn('mara')]
    const mine = (await logins(phone)).body.results.find(login => login.is_current)
    expect((await t.call(laptop, `DELETE /api/user/me/logins/${mine?.id}/`, PROOF)).status).toBe(200)
    expect(await statusWith(phone.access)).toBe(401)
    expect(await statusWith(laptop.access)).toBe(200)
    expect((await t.call(laptop, `DELETE /api/user/me/logins/${mine?.id}/`, PROOF)).status).toBe(404)
    expect((await logins(laptop)).body.results.map(login => login.id)).not.toContain(mine?.id)
  })

  it('continues after its first page without leaving one out, though one of that page was ended since', async () => {
    await t.fan('mina')
    const laptop = await logIn('mina')
    for (let n = 0; n < 3; n++) await logIn('mina')
    const all = (await logins(laptop)).body.results.map(({ id }) => id)
    expect(all).toHaveLength(5)
    const page = (path: string) => t.call<Page<StandingLogin>>(laptop, `GET ${path as '/'}`)
    const first = (await page('/api/user/me/logins/?page_size=2')).body
    const other = first.results.find(login => !login.is_current)
    expect((await t.call(laptop, `DELETE /api/user/me/logins/${other?.id}/`, PROOF)).status).toBe(200)
    const second = (await page(String(first.next))).body
    const third = (await page(String(second.next))).body
    const seen = [first, second, third].flatMap(({ results }) => results.map(({ id }) => id))
    expect(seen).toEqual(all)
    expect(third.next).toBeNull()
  })

  it("does not let one end somebody else's", async () => {
    const [nora, omar] = [await t.fan('nora'), await t.fan('omar')]
    const theirs = (await logins(omar)).body.results[0]
    expect((await t.call(nora, `DELETE /api/user/me/logins/${theirs?.id}/`, PROOF)).status).toBe(404)
    expect(await statusWith(omar.access)).toBe(200)
    expect((await t.call(null, 'GET /api/user/me/logins/')).status).toBe(401)
  })
})

describe('the list of own requests', () => {
  it('shows what one made and what one was asked for, newest first, and nothing of others', async () => {
    const [paul, quin, xenia] = [await t.fan('paul'), await t.fan('quin'), await t.fan('xenia')]
    await t.bookAndPay(paul, ivy)
    await t.bookAndPay(quin, ivy)
    // What nobody has paid is in its buyer's list alone.
    await t.book(xenia, ivy)
    const own = await t.call<Page<SessionRequest>>(paul, 'GET /api/user/me/requests/')
    expect(own.body.results.map(request => request.user.username)).toEqual(['paul'])
    const listed = await t.call<Page<SessionRequest>>(ivy, 'GET /api/user/me/requests/?page_size=1')
    expect(listed.body).toMatchObject({ count: 2, results: [{ user: { username: 'quin' } }] })
    expect(listed.body.results[0]?.payment.stripe_intent_secret).toBeNull()
    expect((await t.call(null, 'GET /api/user/me/requests/')).status).toBe(401)
  })
})

describe('the export', () => {
  it('holds everything on the person, and no secret', async () => {
    const rosa = await t.fan('rosa')
    const paid = await t.bookAndPay(rosa, ivy)
    const { body } = await t.call<Record<string, unknown>>(rosa, 'GET /api/user/me/export/')
    expect(body).toMatchObject({
      account: { username: 'rosa', email: 'rosa@example.org', first_name: 'Test' },
      profile: null,
      logins: [{ is_current: true }],
      requests_made: [{ id: paid.id, payment: { stripe_intent_secret: null } }],
      requests_received: [],
      payments: [{ request: paid.id, amount: '25.00', status: 'succeeded' }],
      ledger: [{ kind: 'charge', account: `held:${paid.id}`, amount: '-25.00' }],
    })
    const text = JSON.stringify(body)
    for (const secret of ['argon2', '_secret_', 'client_secret', rosa.access])
      expect(text).not.toContain(secret)
    expect((await t.call(null, 'GET /api/user/me/export/')).status).toBe(401)
  })

  it('holds the profile and what came in, for an influencer', async () => {
    const { body } = await t.call<Record<string, unknown[]>>(ivy, 'GET /api/user/me/export/')
    const shown = await t.call<Influencer>(null, `GET /api/parley/${ivy.username}/`)
    const { main_session: offer, category, booking_mode, money_back } = shown.body
    expect(body.profile).toMatchObject({
      ...{ ...offer, category, booking_mode, money_back, picture: shown.body.profile.picture },
      live_event_amount: shown.body.main_live_event.amount,
    })
    expect(body.requests_received?.length).toBeGreaterThan(0)
  })
})

describe('deleting the account', () => {
  const remove = (person: TestPerson, password = TEST_PASSWORD) =>
    t.call<{ detail: string }>(person, 'DELETE /api/user/me/', { password })

  it('asks for the password', async () => {
    const sven = await t.fan('sven')
    expect(await remove(sven, 'wrong password')).toMatchObject({
      status: 400,
      body: { password: [messages.passwordWrong] },
    })
    expect(await remove(sven, '')).toMatchObject({
      status: 400,
      body: { password: [messages.passwordRequired] },
    })
    expect(await statusWith(sven.access)).toBe(200)
  })

  it('takes a call without a body from a login that began minutes ago, and asks an older one for a proof', async () => {
    const [uma, una] = [await t.fan('uma'), await t.fan('una')]
    const leave = (person: TestPerson) => t.call<{ step_up?: string[] }>(person, 'DELETE /api/user/me/')
    // The page sends a body, and asks who presses, however new the login is.
    expect((await t.call(una, 'DELETE /api/user/me/', { forgo: false })).status).toBe(403)
    expect((await leave(uma)).status).toBe(200)
    expect(await statusWith(uma.access)).toBe(401)
    t.clock.advance(STEP_UP_TTL_MS / 1000)
    expect(await leave(una)).toMatchObject({ status: 403, body: { step_up: ['password', 'code'] } })
  })

  it('takes the person out of everything and keeps what others need', async () => {
    const tina = await t.fan('tina')
    const { body: unpaid } = await t.book(tina, ivy)
    const paid = await t.bookAndPay(tina, ivy)
    await t.call(ivy, `POST /api/influencer/requests/${paid.id}/reject/`)
    await t.server.doDueWork()
    expect((await remove(tina)).status).toBe(200)
    expect(await statusWith(tina.access)).toBe(401)
    const again = { email: 'tina@example.org', password: TEST_PASSWORD }
    expect((await t.call(null, 'POST /api/auth/jwt/create/', again)).status).toBe(401)
    expect((await t.call(null, 'GET /api/user/get_user/tina/')).status).toBe(404)
    const shown = await t.request(ivy, unpaid.slug)
    expect(shown).toMatchObject({
      state: 'cancelled',
      user: { username: expect.stringMatching(/^deleted-/) },
    })
    const { rows } = await t.server.database.db.execute(sql`select * from users where id = ${tina.id}`)
    expect(JSON.stringify(rows)).not.toMatch(/tina|Person/)
    expect(await t.server.database.db.$count(sql`logins where user_id = ${tina.id}`)).toBe(0)
  })

  it('keeps the name from anybody else, and lets the address sign up again', async () => {
    await remove(await t.fan('ulla'))
    await expect(t.fan('ulla')).rejects.toThrow(messages.usernameTaken)
    const { rows } = await t.server.database.db.execute(
      sql`select 1 from users where email = 'ulla@example.org'`,
    )
    expect(rows).toEqual([])
  })

  it('is refused to both sides while a paid request is open, with the reason', async () => {
    const vera = await t.fan('vera')
    const star = await t.influencer('star')
    const paid = await t.bookAndPay(vera, star)
    for (const person of [vera, star]) {
      expect(await remove(person)).toMatchObject({
        status: 409,
        body: { detail: expect.stringContaining('A paid request is still open') },
      })
    }
    await t.call(vera, `POST /api/influencer/parley_requests/${paid.id}/cancel/`)
    await t.server.doDueWork()
    expect((await remove(vera)).status).toBe(200)
  })

  it("takes an influencer's profile, picture and unpaid requests away", async () => {
    const wanda = await t.influencer('wanda')
    const xena = await t.fan('xena')
    const { body: request } = await t.book(xena, wanda)
    const before = await t.call<{ profile: { picture: string } }>(null, 'GET /api/parley/wanda/')
    const picture = before.body.profile.picture
    expect((await fetch(t.origin + picture)).status).toBe(200)
    expect((await remove(wanda)).status).toBe(200)
    await t.server.doDueWork()
    expect((await t.call(null, 'GET /api/parley/wanda/')).status).toBe(404)
    expect((await fetch(t.origin + picture)).status).toBe(404)
    expect((await t.request(xena, request.slug)).state).toBe('rejected')
    expect((await t.book(xena, ivy)).status).toBe(201)
  })

  it('lets one of a deletion and a booking win, and nobody pays into the void', async () => {
    for (let round = 0; round < 4; round++) {
      const leaver = await t.influencer(`leaver-${round}`)
      const fan = await t.fan(`booker-${round}`)
      const [gone, ...booked] = await Promise.all([
        remove(leaver),
        // The deletion may cut a booking; what stands is asserted below.
        ...Array.from({ length: 4 }, () => t.book(fan, leaver).catch(() => null)),
      ])
      expect(gone.status).toBe(200)
      for (const booking of booked) {
        if (booking?.status !== 201) continue
        expect((await t.request(fan, booking.body.slug)).state).toBe('rejected')
      }
    }
  })
})
