import type { Expected, Row } from './matrix-row.ts'

const blind = (status: number): Expected => ({ visitor: status, spent: status, other: status })
const loggedIn = (status: number): Expected => ({ other: status })
const FACTORS = '/api/user/me/factors/'
const SHOWN = { clientDataJSON: 'e30', authenticatorData: 'e30', signature: 'e30' }
const MADE = { clientDataJSON: 'e30', attestationObject: 'e30' }

/** The second step of a login, and one's own second factors. */
export const FACTOR_ROWS: readonly Row[] = [
  {
    call: 'POST /api/auth/second-factor/',
    about: 'none',
    body: { ticket: 'unknown', code: '123456' },
    expect: blind(401),
  },
  {
    call: 'POST /api/auth/second-factor/lost/',
    about: 'none',
    body: { ticket: 'unknown' },
    expect: blind(401),
  },
  {
    call: 'POST /api/auth/second-factor/lost/stop/',
    about: 'none',
    body: { token: 'unknown' },
    expect: blind(400),
  },
  { call: 'DELETE /api/user/me/factor-loss/', about: 'none', expect: loggedIn(404) },
  { call: `GET ${FACTORS}`, about: 'none', expect: loggedIn(200) },
  // Without another proof of who calls it is not even said whether the factor is there.
  {
    call: `DELETE ${FACTORS}:factor/`,
    about: 'person',
    expect: { owner: 403, other: 403, missing: 403 },
  },
  { call: `POST ${FACTORS}totp/`, about: 'none', body: {}, expect: loggedIn(403) },
  { call: `POST ${FACTORS}totp/confirm/`, about: 'none', body: { code: '123456' }, expect: loggedIn(409) },
  { call: 'POST /api/auth/passkey/options/', about: 'none', expect: blind(200) },
  {
    call: 'POST /api/auth/passkey/',
    about: 'none',
    body: { response: { id: 'unknown', response: SHOWN } },
    expect: blind(401),
  },
  { call: `POST ${FACTORS}passkeys/options/`, about: 'none', expect: loggedIn(403) },
  {
    call: `POST ${FACTORS}passkeys/`,
    about: 'none',
    body: { name: 'Phone', response: { id: 'unknown', response: MADE } },
    expect: loggedIn(400),
  },
  { call: `POST ${FACTORS}recovery-codes/`, about: 'none', expect: loggedIn(403) },
]
