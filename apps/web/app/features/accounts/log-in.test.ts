import { messages } from '@parley/contract/messages'
import { expect, it } from 'vitest'
import { ApiError } from '../../api/errors.ts'
import { logIn } from './log-in.ts'

const form = { email: 'ann@example.org', password: 'correct horse' }
const TOKENS = { access: 'a', refresh: 'r' }

/** Logs in with this answer of the server; answers the result and all messages. */
async function tryWith(answer: () => unknown) {
  const log: string[] = []
  const outcome = await logIn(
    {
      api: {
        post: async <T>(path: string) => {
          log.push(path)
          return answer() as T
        },
      },
      auth: { logIn: async pair => void log.push(`kept ${pair.access}`) },
      alerts: { error: text => log.push(`red: ${text}`), message: text => log.push(`green: ${text}`) },
    },
    form,
  )
  return { outcome, log }
}
const refused = (status: number, detail: string) => () => {
  throw new ApiError(status, { detail }, '')
}

it('a successful login keeps its tokens and says so', async () => {
  expect(await tryWith(() => TOKENS)).toEqual({
    outcome: 'in',
    log: ['/api/auth/jwt/create/', 'kept a', 'green: Logged in'],
  })
})

it('a wrong password shows a message, and leads to the login page', async () => {
  expect(await tryWith(refused(401, 'No such login'))).toEqual({
    outcome: 'refused',
    log: ['/api/auth/jwt/create/', 'red: Login: failed. Try again'],
  })
})

it('a login that asks for a second factor says nothing yet', async () => {
  const challenge = { ticket: 'a ticket', methods: ['code'] }
  const answer = () => {
    throw new ApiError(401, { detail: 'One more', second_factor: challenge }, '')
  }
  expect(await tryWith(answer)).toEqual({ outcome: challenge, log: ['/api/auth/jwt/create/'] })
})

it('a suspended account reads why and what it can do, and not that it should try again', async () => {
  expect(await tryWith(refused(403, messages.suspended))).toEqual({
    outcome: { closed: messages.suspended },
    log: ['/api/auth/jwt/create/'],
  })
})

it('any other failure shows its reason', async () => {
  expect(await tryWith(refused(503, 'Come back later'))).toEqual({
    outcome: 'failed',
    log: ['/api/auth/jwt/create/', 'red: Login: failed. Try again', 'red: Come back later'],
  })
})
