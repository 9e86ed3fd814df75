import { expect, test } from 'vitest'
import { PASSWORD, signUpFan } from '../../../testing/people.ts'
import { peopleOfFile } from '../../../testing/people-of-file.ts'

const server = peopleOfFile()
const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0'

async function logIn(email: string, cookie = '') {
  const headers = { 'user-agent': FIREFOX, ...(cookie ? { cookie } : {}) }
  const payload = { email, password: PASSWORD }
  const answer = await server.app.inject({ method: 'POST', url: '/api/auth/jwt/create/', payload, headers })
  expect(answer.statusCode).toBe(200)
  return String(answer.headers['set-cookie']).split(';')[0] ?? ''
}
const newsOf = (userId: string) =>
  server.outboxWork.filter(
    ({ payload }) =>
      'template' in payload &&
      payload.template === 'login-news' &&
      'userId' in payload &&
      payload.userId === userId,
  )

test('a login in a browser that was never used is told to the owner, by its name and without a place', async () => {
  const [user, other] = [await signUpFan(server.app, 'told'), await signUpFan(server.app, 'other-told')]
  server.clock.advance(3600)
  const at = server.clock.now().toISOString()
  const cookie = await logIn(user.email)
  expect(newsOf(user.id).map(({ payload }) => payload)).toEqual([
    { template: 'login-news', userId: user.id, data: { device: 'Firefox on Windows', at } },
  ])
  await logIn(user.email, cookie)
  expect(newsOf(user.id)).toHaveLength(1)
  // Attack: the mark of another person's browser, or a made-up one.
  await logIn(other.email, cookie)
  await logIn(
    user.email,
    cookie.replace(/=./, first => (first === '=A' ? '=B' : '=A')),
  )
  expect([newsOf(other.id).length, newsOf(user.id).length]).toEqual([1, 2])
})

test('the first hour of an account is no news', async () => {
  const user = await signUpFan(server.app, 'fresh')
  server.clock.advance(3599)
  await logIn(user.email)
  expect(newsOf(user.id)).toEqual([])
})
