import { randomInt } from 'node:crypto'
import {
  FACTOR_STEP_UP_TTL_MS,
  messages,
  STEP_UP_CODE_TTL_MS,
  STEP_UP_CODES_AT_ONCE_MAX,
  STEP_UP_TTL_MS,
  type StepUp,
  type StepUpMethod,
} from '@parley/contract'
import { MAIL_TOPIC } from '../../../core/mail-topic.ts'
import { digestOf } from '../../../core/one-time-code.ts'
import type { Person } from '../../../core/person.ts'
import { refuse } from '../../../core/refusal.ts'
import { type DbOrTx, type Tx, withTransaction } from '../../../db/client.ts'
import type { AccountsDeps } from '../deps.ts'
import { isSteppedUp, setSteppedUp } from '../factors/factor-store.ts'
import { factorMethods } from '../factors/second-factor.ts'
import { showFactor } from '../factors/show-factor.ts'
import { countCodes, insertOneTimeCode, useOneTimeCode } from '../passwords/one-time-code-store.ts'
import { findUserById, holdPasswordHash, lockUser } from '../store.ts'
import { beganAfter, isProven, setProven, useProof } from './proof-store.ts'

/** Read aloud without mistakes; 40 bits, with ten tries in a quarter of an hour. */
const CODE_LETTERS = '23456789ABCDEFGHJKMNPQRSTVWXYZ'
const CODE_LENGTH = 8
/** A code of one login is none of another. Attack: asking for it with one's own login, and using it in a stolen one. */
const idOf = (code: string, loginId: string) =>
  digestOf(`${loginId} ${code.toUpperCase().replace(/[^0-9A-Z]/g, '')}`)

/** Mails a code to a person without a password, or who forgot it; a few at once. */
export async function mailStepUpCode(deps: AccountsDeps, person: Person): Promise<void> {
  const now = deps.clock.now()
  const code = Array.from({ length: CODE_LENGTH }, () => CODE_LETTERS[randomInt(CODE_LETTERS.length)]).join(
    '',
  )
  await withTransaction(deps.db, async tx => {
    const user = await lockUser(tx, person.id)
    if (!user) throw refuse.unauthenticated()
    const made = await countCodes(tx, { userId: user.id, kind: 'step_up', now })
    if (made >= STEP_UP_CODES_AT_ONCE_MAX) throw refuse.tooMany(STEP_UP_CODE_TTL_MS / 1000)
    await insertOneTimeCode(tx, {
      id: idOf(code, person.loginId),
      kind: 'step_up',
      userId: user.id,
      browserId: person.loginId,
      createdAt: now,
      expiresAt: new Date(now.getTime() + STEP_UP_CODE_TTL_MS),
    })
    const data = { code: `${code.slice(0, 4)} ${code.slice(4)}` }
    await deps.outbox.add(tx, MAIL_TOPIC, { template: 'step-up-code', userId: user.id, data })
  })
  deps.outbox.nudge()
}

/**
 * Step-up of a login. A password or a mailed code is valid for one action, for some minutes; a second factor is valid
 * for every action of this login for a quarter of an hour, and a person with one must use it.
 */
export async function stepUp(
  deps: AccountsDeps,
  input: { person: Person; proof: StepUp },
): Promise<{ until: string }> {
  const { person, proof } = input
  const now = deps.clock.now()
  const methods = await factorMethods(deps.db, person.id)
  if (methods.length > 0) return stepUpByFactor(deps, { person, proof, methods })
  const until = new Date(now.getTime() + STEP_UP_TTL_MS)
  if (proof.code) {
    const { code } = proof
    const succeed = await deps.passwordTries.again(person.loginId)
    await withTransaction(deps.db, async tx => {
      const used = await useOneTimeCode(tx, { id: idOf(code, person.loginId), kind: 'step_up', now })
      if (used?.user.id !== person.id) throw refuse.fields({ code: [messages.codeWrong] })
      await setProven(tx, person.loginId, until)
    })
    await succeed()
  } else {
    const hash = await provePassword(deps, { person, password: proof.password ?? '', field: 'password' })
    await withTransaction(deps.db, async tx => {
      if (!(await holdPasswordHash(tx, { userId: person.id, hash }))) throw wrong('password')
      await setProven(tx, person.loginId, until)
    })
  }
  return { until: until.toISOString() }
}

async function stepUpByFactor(
  deps: AccountsDeps,
  input: { person: Person; proof: StepUp; methods: readonly StepUpMethod[] },
): Promise<{ until: string }> {
  const { person, proof, methods } = input
  const { code, recovery, passkey } = proof
  if (!code && !recovery && !passkey) throw needed(methods)
  const succeed = await deps.passwordTries.again(person.loginId)
  const until = new Date(deps.clock.now().getTime() + FACTOR_STEP_UP_TTL_MS)
  const refusal = await withTransaction(deps.db, async tx => {
    if (!(await lockUser(tx, person.id))) return refuse.unauthenticated()
    const wrong = await showFactor(deps, tx, { code, recovery, passkey, userId: person.id })
    if (!wrong) await setSteppedUp(tx, person.loginId, until)
    return wrong
  })
  deps.outbox.nudge()
  if (refusal) throw refusal
  await succeed()
  return { until: until.toISOString() }
}

/** The hash that the password was right for; tries are counted for each login. */
export async function provePassword(
  deps: AccountsDeps,
  input: { person: Person; password: string; field: string },
): Promise<string> {
  const { person, password, field } = input
  const user = await findUserById(deps.db, person.id)
  if (!user) throw refuse.unauthenticated()
  if (password === '') {
    throw refuse.fields({
      [field]: [field === 'password' ? messages.passwordRequired : messages.currentPasswordRequired],
    })
  }
  const succeed = await deps.passwordTries.again(person.loginId)
  if (!(await deps.passwords.matches(password, user.passwordHash))) throw wrong(field)
  await succeed()
  return user.passwordHash
}

const wrong = (field: string) =>
  refuse.fields({ [field]: [field === 'password' ? messages.passwordWrong : messages.currentPasswordWrong] })
const WITHOUT_FACTOR: readonly StepUpMethod[] = ['password', 'code']
const needed = (methods = WITHOUT_FACTOR) => refuse.stepUp(messages.stepUpNeeded, methods)

/** The password beside an act, by either of its names; a wrong one is refused by the name that the caller used. */
export interface ShownPassword {
  currentPassword?: string | undefined
  password?: string | undefined
}

/** The proof of an act: the password beside it, already checked, or else the login's step-up. */
export interface Proof {
  /** Called in the act's own transaction, which fails when the proof does not hold there. */
  use(tx: Tx): Promise<void>
}

/**
 * Begins the proof for an act that changes identity or money. Attack: an access token alone, which exists for ten
 * minutes in a page and may be stolen there. The step-up is used up, so that a thief finds none.
 */
export async function beginProof(
  deps: AccountsDeps,
  input: { person: Person; shown: ShownPassword | null | undefined; orNewLogin?: true },
): Promise<Proof> {
  const { person, shown, orNewLogin } = input
  const byFactor = await factorProof(deps, person)
  if (byFactor) return byFactor
  if (orNewLogin && !shown && (await isNewLogin(deps, person))) return { use: async () => {} }
  const field = shown?.currentPassword ? 'currentPassword' : 'password'
  const password = shown?.[field]
  if (password) {
    const hash = await provePassword(deps, { person, password, field })
    return {
      async use(tx) {
        if (!(await holdPasswordHash(tx, { userId: person.id, hash }))) throw wrong(field)
      },
    }
  }
  if (!(await isProven(deps.db, person.loginId, deps.clock.now()))) throw needed()
  return {
    async use(tx) {
      if (!(await useProof(tx, person.loginId, deps.clock.now()))) throw needed()
    },
  }
}

/** A login that began minutes ago proved who calls; one of a page that stands open did not. */
async function isNewLogin(deps: AccountsDeps, { loginId }: Person): Promise<boolean> {
  return beganAfter(deps.db, loginId, new Date(deps.clock.now().getTime() - STEP_UP_TTL_MS))
}

/** A person with a second factor must have used it in this login lately; a password beside the act is not enough. */
async function factorProof(deps: AccountsDeps, person: Person): Promise<Proof | null> {
  const methods = await factorMethods(deps.db, person.id)
  if (methods.length === 0) return null
  const check = async (db: DbOrTx) => {
    if (!(await isSteppedUp(db, person.loginId, deps.clock.now()))) throw needed(methods)
  }
  await check(deps.db)
  return { use: check }
}

/** For an act that requires the password itself: a person with a second factor must use that before. */
export async function refuseWithoutFactor(deps: AccountsDeps, person: Person): Promise<void> {
  await factorProof(deps, person)
}

/** The proof of an act that has no transaction of its own. */
export async function proveAgain(
  deps: AccountsDeps,
  input: { person: Person; shown: ShownPassword | null | undefined },
): Promise<void> {
  const proof = await beginProof(deps, input)
  await withTransaction(deps.db, tx => proof.use(tx))
}
