import { DAY_MS, messages, type PasskeyAnswer, WRONG_CODES_A_DAY_MAX } from '@parley/contract'
import { type Refusal, refuse } from '../../../core/refusal.ts'
import type { Tx } from '../../../db/client.ts'
import type { AccountsDeps } from '../deps.ts'
import { unwrap, wrap } from '../keys/wrapping.ts'
import { isPasskeyRight } from '../passkeys/show-passkey.ts'
import { mailFactorNews } from './factor-news.ts'
import { findTotp, type TotpRow, updateTotp, useRecoveryCode } from './factor-store.ts'
import { deleteLossOf } from './loss-store.ts'
import { recoveryDigestOf } from './recovery-codes.ts'
import { totpStep } from './totp.ts'

/** The input of a second factor; the first given one counts. */
export interface ShownFactor {
  code?: string | undefined
  recovery?: string | undefined
  passkey?: PasskeyAnswer | undefined
}

type SecretDeps = Pick<AccountsDeps, 'secrets'>
const aboutOf = (userId: string) => `totp:${userId}`

/** A stored secret: encrypted, and useless in another person's row. */
export function sealSecret(deps: SecretDeps, userId: string, secret: Buffer) {
  const { kid, key } = deps.secrets.factor.signing()
  return { secret: wrap({ id: kid, key }, secret, aboutOf(userId)), keyId: kid }
}

/** Null if the operator deleted its key. */
function openSecret(deps: SecretDeps, row: TotpRow): Buffer | null {
  const key = deps.secrets.factor.find(row.keyId)
  return key && unwrap({ id: row.keyId, key }, row.secret, aboutOf(row.userId))
}

/**
 * Checks a second factor; null if it is right. The caller holds the lock on the person, and throws the refusal after
 * the commit, so that wrong tries count. A person who uses a factor has not lost it.
 */
export async function showFactor(
  deps: AccountsDeps,
  tx: Tx,
  shown: ShownFactor & { userId: string },
): Promise<Refusal | null> {
  const refusal = await check(deps, tx, shown)
  if (!refusal) await deleteLossOf(tx, shown.userId)
  return refusal
}

async function check(
  deps: AccountsDeps,
  tx: Tx,
  shown: ShownFactor & { userId: string },
): Promise<Refusal | null> {
  const { userId, code, recovery, passkey } = shown
  if (code) {
    const totp = await findTotp(tx, userId)
    return totp?.confirmedAt ? checkCode(deps, tx, { totp, code }) : wrongCode()
  }
  if (recovery) {
    const now = deps.clock.now()
    const used = await useRecoveryCode(tx, { id: recoveryDigestOf(userId, recovery), userId, now })
    if (!used) return refuse.fields({ recovery: [messages.recoveryCodeWrong] })
    await mailFactorNews(deps, tx, { userId, news: 'recovery_used' })
    return null
  }
  if (passkey) {
    const isRight = await isPasskeyRight(deps, tx, { userId, answer: passkey })
    return isRight ? null : refuse.fields({ passkey: [messages.passkeyWrong] })
  }
  return refuse.fields({ code: [messages.codeRequired] })
}

/**
 * Checks a code of an authenticator app, and uses its time step up. Wrong codes count for the account, whatever their
 * ticket, login or address. Attack: to guess six digits over many tickets.
 */
export async function checkCode(
  deps: AccountsDeps,
  tx: Tx,
  tried: { totp: TotpRow; code: string },
): Promise<Refusal | null> {
  const { totp, code } = tried
  const now = deps.clock.now()
  const sinceMs = now.getTime() - (totp.wrongSince?.getTime() ?? 0)
  const wrongCodes = sinceMs < DAY_MS ? totp.wrongCodes : 0
  if (wrongCodes >= WRONG_CODES_A_DAY_MAX) {
    return refuse.tooMany(Math.ceil((DAY_MS - sinceMs) / 1000))
  }
  const secret = openSecret(deps, totp)
  const step = secret && totpStep(secret, code, now)
  if (secret && step && step > totp.lastStep) {
    // Encrypted again, so that a rotated key is not needed any more.
    const sealed = sealSecret(deps, totp.userId, secret)
    await updateTotp(tx, totp.id, { ...sealed, lastStep: step, confirmedAt: totp.confirmedAt ?? now })
    return null
  }
  const wrongSince = wrongCodes === 0 ? now : totp.wrongSince
  await updateTotp(tx, totp.id, { wrongCodes: wrongCodes + 1, wrongSince })
  if (wrongCodes + 1 === WRONG_CODES_A_DAY_MAX && totp.confirmedAt) {
    await mailFactorNews(deps, tx, { userId: totp.userId, news: 'codes_guessed' })
  }
  return wrongCode()
}

const wrongCode = () => refuse.fields({ code: [messages.codeWrong] })
