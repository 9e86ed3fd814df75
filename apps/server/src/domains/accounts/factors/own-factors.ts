import {
  messages,
  type OwnFactors,
  type RecoveryCodes,
  TOTP_BEGIN_TTL_MS,
  type TotpBegun,
} from '@parley/contract'
import { newId } from '../../../core/ids.ts'
import type { Person } from '../../../core/person.ts'
import { refuse } from '../../../core/refusal.ts'
import { withTransaction } from '../../../db/client.ts'
import type { AccountsDeps } from '../deps.ts'
import { ownPasskeyOf } from '../passkeys/add-passkey.ts'
import { deletePasskey, listPasskeys } from '../passkeys/passkey-store.ts'
import { beginProof, type ShownPassword } from '../proof/step-up.ts'
import { lockUser } from '../store.ts'
import { mailFactorNews } from './factor-news.ts'
import { countRecoveryCodes, deleteTotp, findTotp, putTotp, replaceRecoveryCodes } from './factor-store.ts'
import { findLoss } from './loss-store.ts'
import { giveRecoveryCodes } from './recovery-codes.ts'
import { hasSecondFactor } from './second-factor.ts'
import { checkCode, sealSecret } from './show-factor.ts'
import { newTotpSecret, totpSetUp } from './totp.ts'

/** The second factors of a person, without anything secret. */
export async function ownFactors(deps: Pick<AccountsDeps, 'db'>, userId: string): Promise<OwnFactors> {
  const totp = await findTotp(deps.db, userId)
  return {
    totp: totp?.confirmedAt ? { id: totp.id, since: totp.confirmedAt.toISOString() } : null,
    passkeys: (await listPasskeys(deps.db, userId)).map(ownPasskeyOf),
    recovery_codes_left: await countRecoveryCodes(deps.db, userId),
    ends_at: (await findLoss(deps.db, userId))?.endsAt.toISOString() ?? null,
  }
}

/** Creates an authenticator app: its secret, shown once. It is valid after its first code. */
export async function beginTotp(
  deps: AccountsDeps,
  input: { person: Person; shown: ShownPassword | null | undefined },
): Promise<TotpBegun> {
  const { person } = input
  const proof = await beginProof(deps, input)
  const secret = newTotpSecret()
  await withTransaction(deps.db, async tx => {
    if (!(await lockUser(tx, person.id))) throw refuse.unauthenticated()
    await proof.use(tx)
    const sealed = sealSecret(deps, person.id, secret)
    const row = { id: newId(), userId: person.id, createdAt: deps.clock.now(), ...sealed }
    if (!(await putTotp(tx, row))) throw refuse.conflict(messages.factorThere)
  })
  return totpSetUp(secret, person.username)
}

/** Confirms an authenticator app by its first code; new recovery codes replace the former ones. */
export async function confirmTotp(
  deps: AccountsDeps,
  input: { person: Person; code: string },
): Promise<RecoveryCodes> {
  const { person, code } = input
  const outcome = await withTransaction(deps.db, async tx => {
    if (!(await lockUser(tx, person.id))) throw refuse.unauthenticated()
    const totp = await findTotp(tx, person.id)
    const ageMs = deps.clock.now().getTime() - (totp?.createdAt.getTime() ?? 0)
    if (!totp || totp.confirmedAt || ageMs > TOTP_BEGIN_TTL_MS) throw refuse.conflict(messages.factorNotBegun)
    const refusal = await checkCode(deps, tx, { totp, code })
    if (refusal) return refusal
    await mailFactorNews(deps, tx, { userId: person.id, news: 'app_added' })
    return { recovery_codes: await giveRecoveryCodes(tx, { userId: person.id, now: deps.clock.now() }) }
  })
  if (outcome instanceof Error) throw outcome
  deps.outbox.nudge()
  return outcome
}

/** New recovery codes; the former ones stop working. */
export async function renewRecoveryCodes(deps: AccountsDeps, person: Person): Promise<RecoveryCodes> {
  const proof = await beginProof(deps, { person, shown: null })
  const codes = await withTransaction(deps.db, async tx => {
    if (!(await lockUser(tx, person.id))) throw refuse.unauthenticated()
    await proof.use(tx)
    if (!(await hasSecondFactor(tx, person.id))) throw refuse.notFound()
    await mailFactorNews(deps, tx, { userId: person.id, news: 'recovery_made' })
    return giveRecoveryCodes(tx, { userId: person.id, now: deps.clock.now() })
  })
  deps.outbox.nudge()
  return { recovery_codes: codes }
}

/** Removes a factor; with the last one also the recovery codes. */
export async function removeFactor(deps: AccountsDeps, input: { person: Person; id: string }): Promise<void> {
  const { person, id } = input
  const proof = await beginProof(deps, { person, shown: null })
  await withTransaction(deps.db, async tx => {
    if (!(await lockUser(tx, person.id))) throw refuse.unauthenticated()
    await proof.use(tx)
    const own = { id, userId: person.id }
    const news = (await deleteTotp(tx, own))
      ? 'app_removed'
      : (await deletePasskey(tx, own))
        ? 'passkey_removed'
        : null
    if (news === null) throw refuse.notFound()
    if (!(await hasSecondFactor(tx, person.id))) {
      if (await deps.isStaff(tx, person.id)) throw refuse.conflict(messages.staffKeepsFactor)
      await replaceRecoveryCodes(tx, { userId: person.id, digests: [], now: deps.clock.now() })
    }
    await mailFactorNews(deps, tx, { userId: person.id, news })
  })
  deps.outbox.nudge()
}
