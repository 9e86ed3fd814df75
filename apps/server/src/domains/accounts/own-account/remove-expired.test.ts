import { REFRESH_TOKEN_TTL_SECONDS, type TokenPair } from '@parley/contract'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { call, signUpFan } from '../../../testing/people.ts'
import { peopleOfFile } from '../../../testing/people-of-file.ts'
import { removeExpired } from './remove-expired.ts'

const server = peopleOfFile()

async function rows() {
  const found = await server.database.db.execute(sql`select
    (select count(*)::int from logins) as logins, (select count(*)::int from refresh_tokens) as tokens,
    (select count(*)::int from ws_tickets) as tickets`)
  return found.rows[0]
}

test('what nobody can use any more is taken away, and what is in use stays', async () => {
  const gone = await signUpFan(server.app, 'gone')
  const kept = await signUpFan(server.app, 'kept')
  await call(server.app, { method: 'POST', url: '/api/ws-ticket/', as: gone, json: { path: '/chat/x/' } })
  server.clock.advance(REFRESH_TOKEN_TTL_SECONDS - 1)
  const refresh = (token: string) =>
    call<TokenPair>(server.app, { method: 'POST', url: '/api/auth/jwt/refresh/', json: { refresh: token } })
  const { body } = await refresh(kept.token.refresh)
  await removeExpired(server.accounts)
  expect(await rows()).toEqual({ logins: 2, tokens: 3, tickets: 0 })
  server.clock.advance(2)
  await removeExpired(server.accounts)
  expect(await rows()).toEqual({ logins: 1, tokens: 1, tickets: 0 })
  expect((await refresh(body.refresh)).status).toBe(200)
  expect((await refresh(gone.token.refresh)).status).toBe(401)
})
