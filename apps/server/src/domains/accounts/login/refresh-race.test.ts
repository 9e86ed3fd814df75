import { COOKIE_ROTATED_AFTER_MS, type LoginTokens } from '@parley/contract'
import { expect, test, vi } from 'vitest'
import { PASSWORD, signUpFan } from '../../../testing/people.ts'
import { peopleOfFile } from '../../../testing/people-of-file.ts'

const server = peopleOfFile({ connections: 8 })

/** What a page of ours sends; the cookie that it gets. */
async function fromPage(url: string, { body = {}, cookie = '' }: { body?: object; cookie?: string }) {
  const headers = { 'x-parley-login': 'cookie', origin: 'http://localhost:3000' }
  const answer = await server.app.inject({
    ...{ method: 'POST', url: `/api/auth/jwt/${url}/`, payload: body },
    headers: { ...headers, ...(cookie ? { cookie } : {}) },
  })
  const set = [answer.headers['set-cookie'] ?? []].flat().find(each => each.startsWith('parley_refresh'))
  return { status: answer.statusCode, body: answer.json<LoginTokens>(), cookie: set?.split(';')[0] ?? '' }
}
const refresh = (cookie: string) => fromPage('refresh', { cookie })
const waiting = async () =>
  (
    await server.database.pool.query(`select 1 from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`)
  ).rowCount

test('of two tabs at the end of the minute the later answer has no token that the other has used up', async () => {
  const { email, username } = await signUpFan(server.app, 'two-tabs')
  const login = await fromPage('create', { body: { email, password: PASSWORD } })
  const connection = await server.database.pool.connect()
  try {
    await connection.query('begin')
    await connection.query(
      'select 1 from logins where user_id = (select id from users where username = $1) for update',
      [username],
    )
    server.clock.advance(COOKIE_ROTATED_AFTER_MS / 1000)
    const rotating = refresh(login.cookie)
    await vi.waitFor(async () => expect(await waiting()).toBe(1), 60_000)
    // The clock of another process is a second behind: for it the token is still young, and it is still unused.
    server.clock.advance(-1)
    const keeping = refresh(login.cookie)
    await vi.waitFor(async () => expect(await waiting()).toBe(2), 60_000)
    await connection.query('commit')
    const [rotated, kept] = await Promise.all([rotating, keeping])
    expect([rotated.status, kept.status]).toEqual([200, 200])
    expect(kept.cookie).toBe(rotated.cookie)
    expect(kept.cookie).not.toBe(login.cookie)
    server.clock.advance(COOKIE_ROTATED_AFTER_MS / 1000)
    expect((await refresh(kept.cookie)).status).toBe(200)
  } finally {
    await connection.query('rollback')
    connection.release()
  }
})
