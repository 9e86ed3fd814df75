import { afterAll, beforeAll, expect, test } from 'vitest'
import { withTransaction } from '../../apps/server/src/db/client.ts'
import { beginLogin } from '../../apps/server/src/domains/accounts/login/begin-login.ts'
import { nameOf, type Operation, operationsOf } from '../../apps/server/src/http/testing/open-api.ts'
import {
  BUDGET_SHAPE,
  type BudgetServer,
  openBudgetServer,
} from '../../apps/server/src/testing/growth/budget-server.ts'
import { personId } from '../../apps/server/src/testing/growth/shape.ts'
import { type CallingSubject, createSubject } from './subject.ts'
import type { Call } from './target.ts'
import { CHANGES, READS } from './targets.ts'

/** GETs of the API that are not measured, and why. */
const NOT_MEASURED: Readonly<Record<string, string>> = {
  ...because('reads one file, by its id', ['/pictures/{id}', '/pictures/{id}/{file}']),
  ...because('redirects to another site', [
    ...['/api/user/social-login/{network}/start/', '/api/user/social-login/{network}/callback/'],
  ]),
  ...because('reads files of the sandbox, outside production only', [
    '/sandbox/mail/',
    '/sandbox/mail/{id}/',
  ]),
}

/** Calls of the API that change something and are not measured, and why. */
const CHANGES_NOT_MEASURED: Readonly<Record<string, string>> = {
  ...because('the same handler by the influencer’s name', [
    ...['cancel', 'pay', 'refund-again', 'session'].map(
      step => `POST /api/{username}/parley_requests/{id}/${step}/`,
    ),
    ...['accept', 'give-back', 'reject', 'session'].map(
      step => `POST /api/{username}/requests/{id}/${step}/`,
    ),
  ]),
  ...because('changes a few rows of one person, which it finds by their keys', [
    ...['factor-loss', 'factors/{factor}', 'email'].map(path => `DELETE /api/user/me/${path}/`),
    ...['totp', 'totp/confirm', 'passkeys', 'passkeys/options', 'recovery-codes'].map(
      path => `POST /api/user/me/factors/${path}/`,
    ),
    ...['email/confirm', 'carry-over', 'birth-date', 'become-influencer', 'password'].map(
      path => `POST /api/user/me/${path}/`,
    ),
    ...['email/confirm', 'email/undo', 'carry-over/exchange', 'social-login'].map(
      path => `POST /api/user/${path}/`,
    ),
    ...['check', 'confirm'].map(step => `POST /api/user/password-reset/${step}/`),
    ...['POST /api/user/social-login/exchange/', 'POST /api/user/{id}/card-saved/'],
    ...['DELETE /api/user/{id}/cards/{card}/', 'POST /api/staff/people/{id}/birth-date/'],
    ...['passkey', 'passkey/options', 'second-factor', 'second-factor/lost', 'second-factor/lost/stop'].map(
      path => `POST /api/auth/${path}/`,
    ),
    ...['POST /api/auth/step-up/code/', 'POST /api/staff/people/{id}/roles/'],
  ]),
  ...because('needs two cameras in a call, and changes the one keepsake of it', [
    ...['DELETE /api/keepsakes/{id}/', 'DELETE /api/parley/{slug}/session/keepsake/'],
    ...['answer', 'picture'].map(step => `POST /api/parley/{slug}/session/keepsake/${step}/`),
  ]),
  ...because('a step of an open line, of 500 places at most, which it reads whole: npm run drill -- queue', [
    ...['open', 'next', 'pause', 'resume', 'end', 'move', 'skip', 'readmit', 'remove', 'leave', 'note'].map(
      step => `POST /api/parley/{slug}/queue/${step}/`,
    ),
  ]),
  ...because('needs a broadcast', ['POST /api/parley/{slug}/end-event/']),
  ...because('changes the one question, which it finds by its id, as a vote does', [
    ...['answer', 'hide', 'show'].map(step => `POST /api/parley/{slug}/event/questions/{id}/${step}/`),
  ]),
  ...because('changes one case, which it finds by its id, as the other decisions do', [
    ...['POST /api/appeals/', 'POST /api/influencer/me/disputes/{id}/statement/'],
    ...['disputes/{id}/concede', 'disputes/{id}/send', 'pending/{id}/confirm', 'people/{id}/restore'].map(
      path => `POST /api/staff/${path}/`,
    ),
    'POST /api/staff/requests/{id}/give-back/',
  ]),
  ...because('needs a refund that a bank returned', [
    'POST /api/influencer/parley_requests/{id}/refund-again/',
  ]),
  ...because('needs an account at the provider', ['POST /api/influencer/me/payout-account/']),
  ...because('changes the proposal of one call, as a move does', [
    'POST /api/parley/{slug}/session/proposal/answer/',
  ]),
  ...because('outside production only', ['POST /sandbox/clock/advance/']),
}

function because(reason: string, paths: readonly string[]): Record<string, string> {
  return Object.fromEntries(paths.map(path => [path, reason]))
}

let server: BudgetServer
let subject: CallingSubject
let described: Operation[]
beforeAll(async () => {
  server = await openBudgetServer()
  const document = await server.call<Parameters<typeof operationsOf>[0]>(null, 'GET /api/openapi.json')
  described = operationsOf(document.body)
  const { accounts } = server.server.domains
  const { db, pool } = server.server.database
  subject = createSubject({
    ...{ shape: BUDGET_SHAPE, origin: server.origin },
    async login(person) {
      const userId = personId(person)
      const tokens = await withTransaction(db, tx => beginLogin(accounts, tx, { userId, device: 'a test' }))
      const until = new Date(server.clock.now().getTime() + 3_600_000)
      await pool.query('update logins set stepped_up_until = $1, proven_until = $1 where user_id = $2', [
        until,
        userId,
      ])
      return tokens
    },
    job: () => server.server.doDueWork(),
    query: (text, values) => pool.query(text, values),
  })
}, 240_000)
afterAll(() => server.close())

/** The described call that this is one of: that with most fixed parts, as the router chooses. */
function operationOf({ what }: Call): string | undefined {
  const [method, path = ''] = what.replace(/\?.*$/, '').split(' ')
  const fits = described.filter(
    each =>
      each.method === method &&
      new RegExp(`^${each.path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path),
  )
  return fits.toSorted((a, b) => a.path.split('{').length - b.path.split('{').length).map(nameOf)[0]
}

const answered = new Set<string | undefined>()
/** What a call or its preparation takes on a busy machine. */
const LIMIT_MS = 60_000

test.each([...READS, ...CHANGES])(
  '$name has an answer in a filled database',
  async target => {
    const calls = await target.calls(subject, 1)
    expect(calls).toHaveLength(1)
    for (const call of calls) {
      await subject.bytesOf(call)
      answered.add(operationOf(call))
    }
  },
  LIMIT_MS,
)

test('every call of the API is measured with more data, or there is a reason why not', () => {
  const others = described.map(nameOf).filter(name => !answered.has(name))
  const reads = Object.keys(NOT_MEASURED).map(path => `GET ${path}`)
  expect(others.toSorted()).toEqual([...reads, ...Object.keys(CHANGES_NOT_MEASURED)].toSorted())
})
