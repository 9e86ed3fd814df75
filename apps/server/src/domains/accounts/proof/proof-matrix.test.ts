import {
  messages,
  type NewPasskeyAnswer,
  type OwnFactors,
  type Page,
  type StandingLogin,
  type StepUpMethod,
} from '@parley/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PROOF_ROWS, type ProofRow } from '../../../http/testing/proof-rows.ts'
import { TEST_PASSWORD } from '../../../testing/api-caller.ts'
import { testAuthenticator } from '../../../testing/authenticator.ts'
import { addApp } from '../../../testing/second-factor.ts'
import { openTestServer, type TestPerson, type TestServer } from '../../../testing/test-server.ts'

const FACTORS = '/api/user/me/factors/'
let t: TestServer
beforeAll(async () => {
  t = await openTestServer({ connections: 8 })
})
afterAll(() => t?.close())

const stepUp = async (person: TestPerson, proof: object) =>
  expect((await t.call(person, 'POST /api/auth/step-up/', proof)).status).toBe(200)

/** Gives a person a second factor; answers what steps up with it. */
async function addFactor(person: TestPerson, factor: ProofRow['factor']): Promise<() => Promise<void>> {
  if (factor !== 'passkey') {
    const app = await addApp(t, person)
    return () => stepUp(person, { code: app.code() })
  }
  const authenticator = testAuthenticator(t.origin)
  await stepUp(person, { password: TEST_PASSWORD })
  const options = await t.call<{ challenge: string }>(person, `POST ${FACTORS}passkeys/options/`)
  const response = authenticator.make(options.body.challenge)
  const kept = await t.call<NewPasskeyAnswer>(person, `POST ${FACTORS}passkeys/`, { name: 'Phone', response })
  expect(kept.status).toBe(201)
  return async () => {
    const { body } = await t.call<{ challenge: string }>(null, 'POST /api/auth/passkey/options/')
    await stepUp(person, { passkey: authenticator.show(body.challenge, person.id) })
  }
}

/** A person who is logged in a second time, elsewhere. */
async function newPerson(username: string): Promise<TestPerson> {
  const person = await t.influencer(username)
  const login = { email: `${username}@example.org`, password: TEST_PASSWORD }
  expect((await t.call(null, 'POST /api/auth/jwt/create/', login)).status).toBe(200)
  return person
}

type Said = { detail?: string; step_up?: StepUpMethod[] }

/** Makes the call of a row, with this password in its body. */
async function make(row: ProofRow, person: TestPerson, password: string | null) {
  const logins = await t.call<Page<StandingLogin>>(person, 'GET /api/user/me/logins/')
  const { body: factors } = await t.call<OwnFactors>(person, `GET ${FACTORS}`)
  const login = logins.body.results.find(each => !each.is_current)?.id ?? ''
  const factor = factors.totp?.id ?? login
  const call = row.call.replace(':login', login).replace(':factor', factor) as ProofRow['call']
  const fields = { ...row.body, ...(row.password && password ? { [row.password]: password } : {}) }
  const text = JSON.stringify(fields).replace('{username}', person.username)
  const hasBody = row.body !== undefined || row.password !== undefined
  return t.call<Said>(person, call, hasBody ? JSON.parse(text) : undefined)
}

test.each(PROOF_ROWS.map((row, index) => [row.call, row, index] as const))(
  '%s is not made by an access token alone, nor by a password where there is a second factor',
  async (_call, row, index) => {
    const plain = await newPerson(`plain-${index}`)
    const alone = await make(row, plain, row.needsPassword ? 'not my password' : null)
    if (row.needsPassword) expect(alone.status).toBe(400)
    else expect(alone).toMatchObject({ status: 403, body: { step_up: ['password', 'code'] } })
    await stepUp(plain, { password: TEST_PASSWORD })
    const byPassword = await make(row, plain, row.needsPassword ? TEST_PASSWORD : null)
    expect(byPassword.status).toBe(row.byPassword)

    const secured = await newPerson(`secured-${index}`)
    const show = await addFactor(secured, row.factor)
    const refused = await make(row, secured, TEST_PASSWORD)
    expect(refused).toMatchObject({ status: 403, body: { detail: messages.stepUpNeeded } })
    expect(refused.body.step_up).toEqual([row.factor ?? 'code', 'recovery'])
    await show()
    expect((await make(row, secured, row.needsPassword ? TEST_PASSWORD : null)).status).toBe(row.byFactor)
  },
)

/** The proof itself: it answers a person with a second factor that a password is not enough. */
const STEP_UP = 'POST /api/auth/step-up/'

test('the table has every call that may ask for another proof, and none that does not', () => {
  const guarded = t.server.app.routeList
    .filter(({ requiresProof }) => requiresProof)
    .map(({ method, url }) => `${method} ${url}`)
  expect(guarded.sort()).toEqual([...PROOF_ROWS.map(({ call }) => call), STEP_UP].sort())
})
