import type { Row } from './matrix-row.ts'

/**
 * A call about one's own account or money that needs another proof of who calls. Its answers with such a proof: after
 * a step-up by the password of a person without a second factor, and after a step-up by the second factor.
 */
export interface ProofRow {
  call: Row['call']
  body?: Record<string, string>
  /** The field that may have the password of a person without a second factor. */
  password?: 'currentPassword' | 'password'
  /** The call has the password itself in its body: a step-up by a password adds nothing. */
  needsPassword?: true
  /** An app is added by a person whose second factor is a passkey. */
  factor?: 'passkey'
  byPassword: number
  byFactor: number
}

const FACTORS = '/api/user/me/factors/'
const NEW_PASSWORD = 'three quiet otters'

/**
 * Adding the passkey itself (`POST .../passkeys/`) is not here: its proof is the challenge of `.../passkeys/options/`,
 * and `passkeys.test.ts` shows that no other one is taken.
 */
export const PROOF_ROWS: readonly ProofRow[] = [
  {
    call: 'PATCH /api/user/me/',
    body: { email: 'new-{username}@example.org' },
    password: 'currentPassword',
    ...{ byPassword: 200, byFactor: 200 },
  },
  {
    call: 'POST /api/user/me/password/',
    body: { newPassword: NEW_PASSWORD, repeatPassword: NEW_PASSWORD },
    password: 'currentPassword',
    needsPassword: true,
    ...{ byPassword: 200, byFactor: 200 },
  },
  {
    call: 'DELETE /api/user/me/',
    password: 'password',
    ...{ byPassword: 200, byFactor: 200 },
  },
  {
    call: 'POST /api/influencer/me/payout-account/',
    password: 'currentPassword',
    ...{ byPassword: 200, byFactor: 200 },
  },
  {
    call: 'DELETE /api/user/me/logins/:login/',
    password: 'currentPassword',
    ...{ byPassword: 200, byFactor: 200 },
  },
  {
    call: `POST ${FACTORS}totp/`,
    password: 'password',
    factor: 'passkey',
    ...{ byPassword: 201, byFactor: 201 },
  },
  { call: `POST ${FACTORS}passkeys/options/`, byPassword: 200, byFactor: 200 },
  // A person without a second factor has nothing to remove and no codes to renew.
  { call: `DELETE ${FACTORS}:factor/`, byPassword: 404, byFactor: 200 },
  { call: `POST ${FACTORS}recovery-codes/`, byPassword: 404, byFactor: 200 },
]
