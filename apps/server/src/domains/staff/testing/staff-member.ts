import type { StaffRole, TokenPair } from '@parley/contract'
import { addApp, type TestApp } from '../../../testing/second-factor.ts'
import type { TestPerson, TestServer } from '../../../testing/test-server.ts'
import { grantRole } from '../public.ts'

export interface TestStaff {
  person: TestPerson
  app: TestApp
  /** Shows the second factor again, so that the next quarter of an hour may change something. */
  stepUp(): Promise<void>
}

/** A member of staff with an authenticator app who has just stepped up. */
export async function staffMember(t: TestServer, name: string, role: StaffRole): Promise<TestStaff> {
  const person = await t.fan(name)
  await grantRole(t.server.database.db, { username: name, role, now: t.clock.now() })
  const app = await addApp(t, person)
  let isFirst = true
  async function stepUp() {
    // A moved clock outlives the access token; a login again would ask for the factor.
    const { refresh } = person
    const renewed = await t.call<TokenPair>(null, 'POST /api/auth/jwt/refresh/', { refresh })
    Object.assign(person, renewed.body)
    // A code works once, and the clock of the tests stands still.
    if (!isFirst) t.clock.advance(30)
    isFirst = false
    const body = { code: app.code() }
    const answer = await t.call(person, 'POST /api/auth/step-up/', body)
    if (answer.status !== 200) throw new Error(`no step-up: ${JSON.stringify(answer.body)}`)
  }
  await stepUp()
  return { person, app, stepUp }
}
