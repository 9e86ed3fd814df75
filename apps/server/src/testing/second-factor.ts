import type { RecoveryCodes, TotpBegun } from '@parley/contract'
import { Secret, TOTP } from 'otpauth'
import type { Clock } from '../core/clock.ts'
import { type ApiCaller, TEST_PASSWORD, type TestPerson } from './api-caller.ts'

const STEP_MS = 30_000
const stepAt = (clock: Clock) => Math.floor(clock.now().getTime() / STEP_MS)

/** A person's authenticator app in tests. */
export interface TestApp {
  /** The code at the application's time, or some steps of 30 s before or after it. */
  code(stepsFromNow?: number): string
  recoveryCodes: string[]
}

/** An app that shows the codes of a secret. */
export function codesOf(secret: string, clock: Clock): TestApp['code'] {
  const known = Secret.fromBase32(secret)
  return (steps = 0) => TOTP.generate({ secret: known, timestamp: clock.now().getTime() + steps * STEP_MS })
}

/** Gives a person an authenticator app; this uses up the code of the previous step. */
export async function addApp(
  { call, clock }: Pick<ApiCaller, 'call'> & { clock: Clock },
  person: TestPerson,
  proof: { password?: string } = { password: TEST_PASSWORD },
): Promise<TestApp> {
  const begun = await call<TotpBegun>(person, 'POST /api/user/me/factors/totp/', proof)
  const code = codesOf(begun.body.secret, clock)
  const confirm = () =>
    call<RecoveryCodes>(person, 'POST /api/user/me/factors/totp/confirm/', { code: code(-1) })
  const step = stepAt(clock)
  let confirmed = await confirm()
  // On a clock that runs the next step may have begun on the way: then the code is two steps old, and refused.
  if (confirmed.status === 400 && stepAt(clock) !== step) confirmed = await confirm()
  if (confirmed.status !== 200) throw new Error(`no app: ${JSON.stringify(confirmed.body)}`)
  return { code, recoveryCodes: confirmed.body.recovery_codes }
}
