import type { Influencer, OwnUser, Page } from '@parley/contract'
import { EMAIL_CHANGES_A_DAY_MAX, EMAIL_CONFIRM_TTL_MS, EMAIL_UNDO_TTL_MS, messages } from '@parley/contract'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { TEST_PASSWORD } from '../../../testing/api-caller.ts'
import { openTestServer, type TestPerson, type TestServer } from '../../../testing/test-server.ts'
import { removeExpired } from '../own-account/remove-expired.ts'

let t: TestServer
beforeAll(async () => {
  t = await openTestServer({ connections: 20 })
})
afterAll(() => t?.close())

const oldOf = (person: TestPerson) => `${person.username}@example.org`
const newOf = (person: TestPerson) => `${person.username}@new.example.org`
const spent = { status: 400, body: { token: [messages.emailLinkSpent] } }

async function mailsTo(address: string) {
  await t.server.doDueWork()
  const path = `GET /sandbox/mail/?as=json&page_size=100&to=${encodeURIComponent(address)}` as const
  return (await t.call<Page<{ subject: string; text: string }>>(null, path)).body.results
}
/** The token of the newest mail to an address that leads to this page. */
async function tokenTo(address: string, page: 'confirm-email' | 'undo-email'): Promise<string> {
  const found = (await mailsTo(address)).map(
    mail => new RegExp(`/${page}#token=([\\w-]+)`).exec(mail.text)?.[1],
  )
  const token = found.find(Boolean)
  if (!token) throw new Error(`no mail to ${address} leads to ${page}`)
  return token
}
const requestChange = (
  person: TestPerson,
  email = newOf(person),
  proof: object = { currentPassword: TEST_PASSWORD },
) => t.call<OwnUser>(person, 'PATCH /api/user/me/', { email, ...proof })
const confirm = (token: string, by: TestPerson | null) =>
  t.call(by, 'POST /api/user/email/confirm/', { token })
const undo = (token: string) => t.call(null, 'POST /api/user/email/undo/', { token })
const me = async (person: TestPerson) => (await t.call<OwnUser>(person, 'GET /api/user/me/')).body
const logIn = async (email: string, password = TEST_PASSWORD) =>
  (await t.call(null, 'POST /api/auth/jwt/create/', { email, password })).status
/** The status of a call with this very token, without logging in again. */
const statusWith = async (access: string) =>
  (await fetch(`${t.origin}/api/user/me/`, { headers: { authorization: `Bearer ${access}` } })).status

async function changed(name: string): Promise<{ person: TestPerson; undoToken: string }> {
  const person = await t.fan(name)
  await requestChange(person)
  expect((await confirm(await tokenTo(newOf(person), 'confirm-email'), person)).status).toBe(200)
  return { person, undoToken: await tokenTo(oldOf(person), 'undo-email') }
}
async function resetPassword(address: string, password: string) {
  await t.call(null, 'POST /api/user/password-reset/', { email: address })
  const mail = (await mailsTo(address)).find(each => each.text.includes('/password-reset?token='))
  const token = /password-reset\?token=([\w-]+)/.exec(mail?.text ?? '')?.[1]
  return t.call(null, 'POST /api/user/password-reset/confirm/', {
    token,
    newPassword: password,
    repeatPassword: password,
  })
}

it('nobody takes an address in the moment in which its owner gives it up, so that it can be taken back', async () => {
  const rival = await t.fan('ray-waits')
  const address = 'uma-moves@example.org'
  await requestChange(rival, address)
  const rivalToken = await tokenTo(address, 'confirm-email')
  const owner = await t.fan('uma-moves')
  await requestChange(owner)
  const ownToken = await tokenTo(newOf(owner), 'confirm-email')
  const held = await t.server.database.pool.connect()
  // The owner's confirmation writes this table last, after the address.
  await held.query('begin; lock table outbox in share row exclusive mode')
  const assertWaiting = async (count: number) => {
    const { rowCount } = await t.server.database.pool.query(
      "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    )
    expect(rowCount).toBe(count)
  }
  const moved = confirm(ownToken, owner)
  await vi.waitFor(() => assertWaiting(1), 30_000)
  const taking = confirm(rivalToken, rival)
  await vi.waitFor(() => assertWaiting(2), 30_000)
  await held.query('commit')
  held.release()
  expect([(await moved).status, (await taking).status]).toEqual([200, 400])
  expect((await undo(await tokenTo(address, 'undo-email'))).status).toBe(200)
})

it('a visitor reads on the profile the address that its owner exposes: the new one once it counts', async () => {
  const ines = await t.influencer('ines-shows')
  const shown = async () => {
    const { body } = await t.call<Influencer>(null, `GET /api/parley/${ines.username}/`)
    return { email: body.user.email, version: body.version }
  }
  const before = await shown()
  expect(before.email).toBeUndefined()
  await t.call(ines, 'PATCH /api/user/me/', { expose_email: true })
  const exposed = await shown()
  expect(exposed.email).toBe(oldOf(ines))
  expect(exposed.version).toBeGreaterThan(before.version)
  await requestChange(ines)
  expect((await shown()).email).toBe(oldOf(ines))
  await confirm(await tokenTo(newOf(ines), 'confirm-email'), ines)
  const moved = await shown()
  expect(moved.email).toBe(newOf(ines))
  expect(moved.version).toBeGreaterThan(exposed.version)
  await undo(await tokenTo(oldOf(ines), 'undo-email'))
  const undone = await shown()
  expect(undone.email).toBe(oldOf(ines))
  expect(undone.version).toBeGreaterThan(moved.version)
})

describe('a new email', () => {
  it('needs more than an access token', async () => {
    const ada = await t.fan('ada')
    expect(await requestChange(ada, newOf(ada), {})).toMatchObject({
      status: 403,
      body: { detail: messages.stepUpNeeded, step_up: ['password', 'code'] },
    })
    const wrong = await requestChange(ada, newOf(ada), { currentPassword: 'wrong password' })
    expect(wrong).toMatchObject({ status: 400, body: { currentPassword: [messages.currentPasswordWrong] } })
    expect(await me(ada)).toMatchObject({ email: oldOf(ada), pending_email: null })
    expect(await mailsTo(newOf(ada))).toEqual([])
  })

  it('counts once its mailed link was opened, and the old address is told twice', async () => {
    const ben = await t.fan('ben')
    expect((await requestChange(ben)).body).toMatchObject({ email: oldOf(ben), pending_email: newOf(ben) })
    expect(await logIn(newOf(ben))).toBe(401)
    const mails = await mailsTo(oldOf(ben))
    expect(mails[0]).toMatchObject({ subject: 'Your email is about to change' })
    const answer = await confirm(await tokenTo(newOf(ben), 'confirm-email'), ben)
    expect(answer).toMatchObject({ status: 200, body: { email: newOf(ben) } })
    expect([await logIn(newOf(ben)), await logIn(oldOf(ben))]).toEqual([200, 401])
    expect(await statusWith(ben.access)).toBe(200)
    expect((await mailsTo(oldOf(ben)))[0]).toMatchObject({
      subject: 'Your email was changed',
      text: expect.stringContaining(newOf(ben)),
    })
  })

  it('is not changed by looking at the page of its link', async () => {
    const cora = await t.fan('cora')
    await requestChange(cora)
    const token = await tokenTo(newOf(cora), 'confirm-email')
    for (const path of ['/api/user/email/confirm/', '/api/user/email/undo/']) {
      const looked = await fetch(`${t.origin}${path}?token=${token}`)
      expect([404, 405]).toContain(looked.status)
    }
    expect((await me(cora)).email).toBe(oldOf(cora))
    expect((await confirm(token, cora)).status).toBe(200)
  })

  it('is confirmed once, by one of many at once, and within a day', async () => {
    const [dan, dora] = [await t.fan('dan'), await t.fan('dora')]
    await requestChange(dan)
    const token = await tokenTo(newOf(dan), 'confirm-email')
    const answers = await Promise.all(Array.from({ length: 8 }, () => confirm(token, dan)))
    expect(answers.map(answer => answer.status).sort()).toEqual([200, ...Array(7).fill(400)])
    await requestChange(dora)
    const late = await tokenTo(newOf(dora), 'confirm-email')
    t.clock.advance(EMAIL_CONFIRM_TTL_MS / 1000)
    expect(await confirm(late, dora)).toMatchObject(spent)
    expect(await me(dora)).toMatchObject({ email: oldOf(dora), pending_email: null })
  })

  it('gives way to a later one, and can be given up', async () => {
    const eli = await t.fan('eli')
    await requestChange(eli, 'first@new.example.org')
    const first = await tokenTo('first@new.example.org', 'confirm-email')
    await requestChange(eli, 'second@new.example.org')
    expect(await confirm(first, eli)).toMatchObject(spent)
    expect((await t.call(eli, 'DELETE /api/user/me/email/')).status).toBe(200)
    expect(await confirm(await tokenTo('second@new.example.org', 'confirm-email'), eli)).toMatchObject(spent)
    expect((await t.call(eli, 'DELETE /api/user/me/email/')).status).toBe(404)
  })

  it('is confirmed in the account that it is for alone: its owner, or nobody, who presses the link proves nothing', async () => {
    const [thief, owner] = [await t.fan('gwyn'), await t.fan('gwenda')]
    await requestChange(thief)
    const token = await tokenTo(newOf(thief), 'confirm-email')
    const refused = { status: 400, body: { token: [messages.emailLinkOfAnother] } }
    for (const by of [null, owner]) expect(await confirm(token, by)).toMatchObject(refused)
    expect((await me(thief)).email).toBe(oldOf(thief))
    expect((await confirm(token, thief)).status).toBe(200)
  })

  it('that two ask for is the first one’s who confirms it', async () => {
    const [flo, fred] = [await t.fan('flo'), await t.fan('fred')]
    const wanted = 'wanted@new.example.org'
    await requestChange(flo, wanted)
    const one = await tokenTo(wanted, 'confirm-email')
    await requestChange(fred, wanted)
    const other = await tokenTo(wanted, 'confirm-email')
    const answers = await Promise.all([confirm(one, flo), confirm(other, fred)])
    expect(answers.map(answer => answer.status).sort()).toEqual([200, 400])
  })

  it('is asked for a few times a day, so that nobody sends mails to the world', async () => {
    const gus = await t.fan('gus')
    const statuses: number[] = []
    for (let i = 0; i <= EMAIL_CHANGES_A_DAY_MAX; i++) {
      statuses.push((await requestChange(gus, `gus${i}@new.example.org`)).status)
    }
    expect(statuses).toEqual([...Array(EMAIL_CHANGES_A_DAY_MAX).fill(200), 429])
  })

  it('ends with a new password: who was shut out does not come back by its link', async () => {
    const hal = await t.fan('hal')
    await requestChange(hal)
    const token = await tokenTo(newOf(hal), 'confirm-email')
    expect((await resetPassword(oldOf(hal), 'three quiet otters')).status).toBe(202)
    expect(await confirm(token, null)).toMatchObject(spent)
  })

  it('makes the links that lie in the old mailbox worthless', async () => {
    const ike = await t.fan('ike')
    await t.call(null, 'POST /api/user/password-reset/', { email: oldOf(ike) })
    const mail = (await mailsTo(oldOf(ike))).find(each => each.text.includes('/password-reset?token='))
    const reset = /password-reset\?token=([\w-]+)/.exec(mail?.text ?? '')?.[1]
    await requestChange(ike)
    await confirm(await tokenTo(newOf(ike), 'confirm-email'), ike)
    const set = { token: reset, newPassword: 'three quiet otters', repeatPassword: 'three quiet otters' }
    expect(await t.call(null, 'POST /api/user/password-reset/confirm/', set)).toMatchObject({
      status: 400,
      body: { token: [messages.resetLinkSpent] },
    })
  })
})

describe('the link to the old address', () => {
  it('takes the change back, ends every login, and leads to a new password', async () => {
    const { person, undoToken } = await changed('jan')
    expect(await undo(undoToken)).toMatchObject({ status: 200, body: { email: oldOf(person) } })
    expect(await statusWith(person.access)).toBe(401)
    const refresh = await t.call(null, 'POST /api/auth/jwt/refresh/', { refresh: person.refresh })
    expect(refresh.status).toBe(401)
    expect([await logIn(oldOf(person)), await logIn(newOf(person))]).toEqual([401, 401])
    expect((await mailsTo(oldOf(person)))[0]).toMatchObject({ subject: 'Choose a new password' })
    expect((await resetPassword(oldOf(person), 'three quiet otters')).status).toBe(202)
    expect(await logIn(oldOf(person), 'three quiet otters')).toBe(200)
  })

  it('works also after the thief reset the password and asked for another address', async () => {
    const { person, undoToken } = await changed('kai')
    expect((await resetPassword(newOf(person), 'password of the thief')).status).toBe(202)
    const thief = await t.call<{ access: string; refresh: string }>(null, 'POST /api/auth/jwt/create/', {
      email: newOf(person),
      password: 'password of the thief',
    })
    const asThief: TestPerson = { ...person, ...thief.body }
    await requestChange(asThief, 'third@new.example.org', { currentPassword: 'password of the thief' })
    const third = await tokenTo('third@new.example.org', 'confirm-email')
    expect((await confirm(third, asThief)).status).toBe(200)
    const undoOfThief = await tokenTo(newOf(person), 'undo-email')
    expect((await undo(undoToken)).status).toBe(200)
    expect(await undo(undoOfThief)).toMatchObject(spent)
    expect(await statusWith(asThief.access)).toBe(401)
    expect(await logIn('third@new.example.org', 'password of the thief')).toBe(401)
    expect((await resetPassword(oldOf(person), 'three quiet otters')).status).toBe(202)
    expect(await logIn(oldOf(person), 'three quiet otters')).toBe(200)
  })

  it('ends the address at which a calendar program of the thief reads the calls', async () => {
    const { person, undoToken } = await changed('kurt')
    const feed = await t.call<{ url: string }>(person, 'POST /api/user/me/calendar-feed/')
    expect((await fetch(feed.body.url)).status).toBe(200)
    expect((await undo(undoToken)).status).toBe(200)
    await t.server.doDueWork()
    expect((await fetch(feed.body.url)).status).toBe(404)
  })

  it('stops a change that was not confirmed yet', async () => {
    const lee = await t.fan('lee')
    await requestChange(lee)
    expect((await undo(await tokenTo(oldOf(lee), 'undo-email'))).status).toBe(200)
    expect(await confirm(await tokenTo(newOf(lee), 'confirm-email'), null)).toMatchObject(spent)
    expect(await statusWith(lee.access)).toBe(401)
  })

  it('works once, for three days, and logs nobody in', async () => {
    const { person, undoToken } = await changed('max')
    const answers = await Promise.all(Array.from({ length: 8 }, () => undo(undoToken)))
    expect(answers.map(answer => answer.status).sort()).toEqual([200, ...Array(7).fill(400)])
    const won = answers.find(answer => answer.status === 200)
    expect(won?.body).toEqual({ email: oldOf(person) })
    expect(won?.headers.get('set-cookie')).toBeNull()
    const late = await changed('mia')
    t.clock.advance(EMAIL_UNDO_TTL_MS / 1000)
    expect(await undo(late.undoToken)).toMatchObject(spent)
    expect(await logIn(newOf(late.person))).toBe(200)
  })

  it('against the link to the new one at once leaves the account whole with one of the two', async () => {
    const nic = await t.fan('nic')
    await requestChange(nic)
    const [yes, no] = [await tokenTo(newOf(nic), 'confirm-email'), await tokenTo(oldOf(nic), 'undo-email')]
    const [, undone] = await Promise.all([confirm(yes, nic), undo(no)])
    expect(undone.status).toBe(200)
    const { rows } = await t.server.database.pool.query('select email from users where id = $1', [nic.id])
    expect(rows).toEqual([{ email: oldOf(nic) }])
  })

  it('keeps the address for three days: nobody else signs up with it or changes to it', async () => {
    const { person, undoToken } = await changed('ona')
    const otto = await t.fan('otto')
    const other = await requestChange(otto, oldOf(person))
    expect(other).toMatchObject({ status: 400, body: { email: [messages.emailTaken] } })
    await expect(t.fan('ona')).rejects.toThrow()
    const form = { username: 'ona-two', first_name: 'Ona', last_name: 'Two', email: oldOf(person) }
    const again = { ...form, password: TEST_PASSWORD, confirmpassword: TEST_PASSWORD }
    expect(await t.call(null, 'POST /api/user/', again)).toMatchObject({
      status: 400,
      body: { email: [messages.emailTaken] },
    })
    expect((await undo(undoToken)).status).toBe(200)
  })
})

describe('what is kept of it', () => {
  it('is in the export, goes with the account, and by itself when no link works any more', async () => {
    const { person } = await changed('pam')
    const held = await t.call<{ email_changes: unknown[] }>(person, 'GET /api/user/me/export/')
    expect(held.body.email_changes).toEqual([
      expect.objectContaining({ old_email: oldOf(person), new_email: newOf(person) }),
    ])
    expect(JSON.stringify(held.body.email_changes)).not.toMatch(/confirm_id|undo_id|notice_id/)
    const rows = async (id: string) => {
      const found = await t.server.database.pool.query('select 1 from email_changes where user_id = $1', [id])
      return found.rowCount
    }
    expect((await t.call(person, 'DELETE /api/user/me/', { password: TEST_PASSWORD })).status).toBe(200)
    expect(await rows(person.id)).toBe(0)
    const other = (await changed('pia')).person
    t.clock.advance(EMAIL_UNDO_TTL_MS / 1000 + 1)
    await removeExpired(t.server.domains.accounts)
    expect(await rows(other.id)).toBe(0)
  })
})
