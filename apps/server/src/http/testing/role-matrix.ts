import { FACTOR_ROWS } from './factor-rows.ts'
import { GIFT_ROWS } from './gift-rows.ts'
import { KEEPSAKE_ROWS } from './keepsake-rows.ts'
import type { Expected, Row } from './matrix-row.ts'
import { MONEY_ROWS } from './money-rows.ts'
import { QUESTION_ROWS } from './question-rows.ts'
import { QUEUE_ROWS } from './queue-rows.ts'
import { SAFETY_ROWS } from './safety-rows.ts'
import { SCHEDULE_ROWS } from './schedule-rows.ts'
import { STAFF_ROWS_FOR_OTHERS } from './staff-rows.ts'

const BOOKING = { amount: '25.00', duration: 900 }
const PASSWORDS = {
  currentPassword: 'wrong password',
  newPassword: 'new password',
  repeatPassword: 'new password',
}
const PLACE = { title: 'Openings', session_request: { amount: '5.00' } }
const LINK = { amount: '10.00', duration: 600, description: 'Ten minutes for somebody' }
const NOBODY = { email: 'nobody@example.org', password: 'correct horse battery' }

/** Open to everyone: the same answer for all, but a reader whose token has expired gets 401. */
const open = (status: number): Expected => ({ visitor: status, spent: 401, other: status })
/** Open to everyone, and independent of the caller. */
const blind = (status: number): Expected => ({ visitor: status, spent: status, other: status })
const loggedIn = (status: number): Expected => ({ other: status })

const accounts: Row[] = [
  { call: 'POST /api/auth/jwt/create/', about: 'none', body: NOBODY, expect: blind(401) },
  { call: 'POST /api/auth/jwt/refresh/', about: 'none', body: { refresh: 'unknown' }, expect: blind(401) },
  { call: 'POST /api/auth/jwt/logout/', about: 'none', body: { refresh: 'unknown' }, expect: blind(200) },
  { call: 'POST /api/auth/step-up/', about: 'none', body: { password: 'wrong' }, expect: loggedIn(400) },
  { call: 'POST /api/auth/step-up/code/', about: 'none', expect: loggedIn(202) },
  { call: 'POST /api/user/email/confirm/', about: 'none', body: { token: 'unknown' }, expect: blind(400) },
  { call: 'POST /api/user/email/undo/', about: 'none', body: { token: 'unknown' }, expect: blind(400) },
  { call: 'POST /api/user/me/email/confirm/', about: 'none', expect: loggedIn(202) },
  { call: 'DELETE /api/user/me/email/', about: 'none', expect: loggedIn(404) },
  { call: 'POST /api/ws-ticket/', about: 'none', body: { path: '/chat/x/' }, expect: loggedIn(200) },
  { call: 'POST /api/user/', about: 'none', body: {}, expect: blind(400) },
  {
    call: 'POST /api/user/me/birth-date/',
    about: 'none',
    body: { date: '2999-01-01' },
    expect: loggedIn(400),
  },
  { call: 'GET /api/user/me/', about: 'none', expect: loggedIn(200) },
  { call: 'PATCH /api/user/me/', about: 'none', body: { expose_email: false }, expect: loggedIn(200) },
  { call: 'POST /api/user/me/password/', about: 'none', body: PASSWORDS, expect: loggedIn(400) },
  {
    call: 'POST /api/user/me/become-influencer/',
    about: 'none',
    body: {},
    expect: loggedIn(400),
  },
  { call: 'GET /api/user/me/logins/', about: 'none', expect: loggedIn(200) },
  {
    call: 'DELETE /api/user/me/logins/:login/',
    about: 'person',
    // Without another proof of who calls it is not even said whether the login is there.
    expect: { owner: 403, other: 403, missing: 403 },
  },
  { call: 'GET /api/user/me/export/', about: 'none', expect: loggedIn(200) },
  { call: 'GET /api/user/me/waiting/', about: 'none', expect: loggedIn(200) },
  { call: 'GET /api/user/me/requests/', about: 'none', expect: loggedIn(200) },
  {
    call: 'DELETE /api/user/me/',
    about: 'none',
    body: { password: 'wrong password' },
    expect: loggedIn(400),
  },
  {
    call: 'POST /api/user/password-reset/',
    about: 'none',
    body: { email: NOBODY.email },
    expect: blind(202),
  },
  {
    call: 'POST /api/user/password-reset/check/',
    about: 'none',
    body: { token: 'unknown' },
    expect: blind(200),
  },
  {
    call: 'POST /api/user/password-reset/confirm/',
    about: 'none',
    body: { token: 'unknown', newPassword: 'new password', repeatPassword: 'new password' },
    expect: blind(400),
  },
  { call: 'POST /api/user/social-login/', about: 'none', expect: blind(200) },
  { call: 'GET /api/user/social-login/:network/start/', about: 'none', expect: open(302) },
  { call: 'GET /api/user/social-login/:network/callback/', about: 'none', expect: open(302) },
  {
    call: 'POST /api/user/social-login/exchange/',
    about: 'none',
    body: { code: 'unknown' },
    expect: blind(401),
  },
  // An access token alone is not the login that is carried over.
  { call: 'POST /api/user/me/carry-over/', about: 'none', body: { path: '/faq' }, expect: loggedIn(403) },
  {
    call: 'POST /api/user/carry-over/exchange/',
    about: 'none',
    body: { code: 'unknown', path: '/faq' },
    expect: blind(401),
  },
  {
    call: 'GET /api/user/get_user/:username/',
    about: 'profile',
    expect: { ...open(200), owner: 200, missing: 404 },
  },
]

const profiles: Row[] = [
  {
    call: 'GET /api/parley/:username/',
    about: 'profile',
    expect: { ...open(200), owner: 200, missing: 404 },
  },
  {
    call: 'PATCH /api/influencer/:username/',
    about: 'profile',
    body: { main_session: { amount: '25.00' } },
    expect: { owner: 200, other: 403, missing: 403 },
  },
  { call: 'GET /pictures/:id', about: 'picture', expect: { ...open(200), owner: 200, missing: 404 } },
  { call: 'GET /pictures/:id/:file', about: 'picture', expect: { ...open(200), owner: 200, missing: 404 } },
]

const events: Row[] = [
  {
    call: 'GET /api/parley/:username/live_events/',
    about: 'profile',
    expect: { ...open(200), owner: 200, missing: 404 },
  },
  {
    call: 'GET /api/parley/:slug/event/',
    about: 'event',
    expect: { ...open(200), owner: 200, missing: 404 },
  },
  {
    call: 'POST /api/parley/:slug/cancel-event/',
    about: 'event',
    fresh: true,
    expect: { owner: 200, other: 403, missing: 404 },
  },
  {
    // Nobody has broadcast it yet: its owner reads that they can cancel it instead.
    call: 'POST /api/parley/:slug/end-event/',
    about: 'event',
    expect: { owner: 409, other: 403, missing: 404 },
  },
  {
    call: 'POST /api/parley/:username/live_event/',
    about: 'place',
    fresh: true,
    body: PLACE,
    expect: { owner: 403, buyer: 409, other: 201, missing: 404 },
  },
  {
    call: 'GET /api/parley/:slug/event-session/',
    about: 'place',
    expect: { owner: 404, buyer: 200, other: 404, missing: 404 },
  },
]

const discovery: Row[] = [
  { call: 'GET /api/explore/', about: 'none', expect: open(200) },
  { call: 'GET /robots.txt', about: 'none', expect: open(200) },
  { call: 'GET /sitemap.xml', about: 'none', expect: open(200) },
  { call: 'GET /sitemaps/:file', about: 'none', expect: open(404) },
  {
    call: 'GET /share-pictures/profile/:username',
    about: 'profile',
    expect: { ...open(200), owner: 200, missing: 404 },
  },
  {
    call: 'GET /share-pictures/event/:slug',
    about: 'event',
    expect: { ...open(200), owner: 200, missing: 404 },
  },
]

const requests: Row[] = [
  {
    call: 'GET /api/parley/:username/parley_request/',
    about: 'profile',
    expect: { owner: 200, other: 200, missing: 404 },
  },
  {
    call: 'POST /api/parley/:username/parley_request/',
    about: 'profile',
    body: BOOKING,
    expect: { owner: 403, other: 201, missing: 404 },
  },
  {
    call: 'GET /api/parley/:slug/session/',
    about: 'paid',
    expect: { visitor: 404, owner: 200, buyer: 200, other: 404, missing: 404 },
  },
  {
    call: 'GET /api/parley/:slug/session/',
    about: 'prepaid',
    expect: { ...open(200), buyer: 200, missing: 404 },
  },
  {
    call: 'GET /api/parley/:slug/session/',
    about: 'claimed',
    expect: { visitor: 404, owner: 200, buyer: 200, other: 404, missing: 404 },
  },
  {
    call: 'POST /api/influencer/parley_requests/:id/cancel/',
    about: 'unpaid',
    fresh: true,
    expect: { owner: 403, buyer: 200, other: 404, missing: 404 },
  },
  {
    call: 'POST /api/influencer/parley_requests/:id/refund-again/',
    about: 'unpaid',
    body: { to: 'card' },
    expect: { owner: 403, buyer: 409, other: 404, missing: 404 },
  },
  { call: 'GET /api/influencer/requests/', about: 'none', expect: { fan: 403, influencer: 200 } },
  {
    call: 'POST /api/influencer/requests/:id/accept/',
    about: 'unpaid',
    fresh: true,
    expect: { owner: 200, buyer: 403, other: 404, missing: 404 },
  },
  {
    call: 'POST /api/influencer/requests/:id/reject/',
    about: 'unpaid',
    fresh: true,
    body: { reason: 'Away' },
    expect: { owner: 200, buyer: 403, other: 404, missing: 404 },
  },
  { call: 'POST /api/parley/prepaid-link/', about: 'none', body: LINK, expect: loggedIn(201) },
  { call: 'GET /api/parley/prepaid-link/', about: 'none', expect: loggedIn(200) },
  {
    call: 'POST /api/parley/prepaid/:id/accept/',
    about: 'prepaid',
    fresh: true,
    expect: { buyer: 403, other: 200, missing: 404 },
  },
  {
    call: 'POST /api/parley/prepaid/:id/accept/',
    about: 'claimed',
    expect: { owner: 409, buyer: 403, other: 409, missing: 404 },
  },
  {
    call: 'POST /api/parley/prepaid/:id/accept/',
    about: 'paid',
    expect: { owner: 404, buyer: 404, other: 404, missing: 404 },
  },
]

const payments: Row[] = [
  {
    call: 'POST /api/user/:id/card-wallet/',
    about: 'person',
    expect: { owner: 200, other: 403, missing: 403 },
  },
  {
    call: 'POST /api/user/:id/card-saved/',
    about: 'person',
    body: { setupIntentId: 'seti_unknown' },
    expect: { owner: 404, other: 403, missing: 403 },
  },
  {
    call: 'DELETE /api/user/:id/cards/:card/',
    about: 'person',
    expect: { owner: 404, other: 403, missing: 403 },
  },
  {
    call: 'POST /api/parley/parley_request/payment-intent/',
    about: 'none',
    body: { paymentIntentId: 'pi_unknown' },
    expect: loggedIn(404),
  },
  {
    call: 'GET /api/influencer/:id/pay/',
    about: 'profile',
    expect: { owner: 200, other: 200, missing: 404 },
  },
  {
    call: 'POST /api/influencer/parley_requests/:id/pay/',
    about: 'unpaid',
    fresh: true,
    expect: { owner: 403, buyer: 200, other: 404, missing: 404 },
  },
  {
    call: 'POST /api/influencer/parley_requests/:id/pay/',
    about: 'paid',
    expect: { owner: 403, buyer: 409, other: 404, missing: 404 },
  },
  { call: 'GET /api/influencer/me/earnings/', about: 'none', expect: loggedIn(200) },
  // Without another proof of who calls.
  { call: 'POST /api/influencer/me/payout-account/', about: 'none', expect: loggedIn(403) },
  { call: 'POST /api/payments/webhook/', about: 'none', body: {}, expect: blind(400) },
]

const calls: Row[] = [
  {
    call: 'POST /api/influencer/parley_requests/:id/session/',
    about: 'paid',
    expect: { owner: 403, buyer: 200, other: 404, missing: 404 },
  },
  {
    call: 'POST /api/influencer/parley_requests/:id/session/',
    about: 'unpaid',
    expect: { owner: 403, buyer: 402, other: 404, missing: 404 },
  },
  {
    call: 'POST /api/influencer/requests/:id/session/',
    about: 'paid',
    expect: { owner: 200, buyer: 403, other: 404, missing: 404 },
  },
  {
    call: 'POST /api/influencer/requests/:id/session/',
    about: 'claimed',
    expect: { owner: 200, buyer: 403, other: 404, missing: 404 },
  },
]

const serverRows: Row[] = [
  { call: 'GET /healthz', about: 'none', expect: blind(200) },
  { call: 'GET /readyz', about: 'none', expect: blind(200) },
  { call: 'GET /metrics', about: 'none', expect: blind(200) },
  { call: 'GET /api/openapi.json', about: 'none', expect: open(200) },
  { call: 'POST /sandbox/clock/advance/', about: 'none', body: { seconds: 0 }, expect: blind(200) },
  { call: 'GET /sandbox/mail/', about: 'none', expect: blind(200) },
  { call: 'GET /sandbox/mail/:id/', about: 'mail', expect: { ...blind(200), missing: 404 } },
]

const rows: readonly Row[] = [
  ...accounts,
  ...FACTOR_ROWS,
  ...profiles,
  ...events,
  ...discovery,
  ...requests,
  ...GIFT_ROWS,
  ...KEEPSAKE_ROWS,
  ...QUESTION_ROWS,
  ...QUEUE_ROWS,
  ...SCHEDULE_ROWS,
  ...MONEY_ROWS,
  ...SAFETY_ROWS,
  ...STAFF_ROWS_FOR_OTHERS,
  ...payments,
  ...calls,
  ...serverRows,
]

/** A call about one request by its influencer's name: it answers as by the word `influencer`. */
const byName = (row: Row): Row[] => {
  const call = row.call.replace(/ \/api\/influencer(?=\/(parley_)?requests\/:id\/)/, ' /api/:username')
  return call === row.call ? [] : [{ ...row, call: call as Row['call'] }]
}

/** Every call of the API, and how it answers whom. */
export const ROLE_MATRIX: readonly Row[] = [...rows, ...rows.flatMap(byName)]

/** Routes of plugins that bring their own tests: they answer every caller alike. */
export const MOUNTED_APART = ['/api/docs', '/sandbox/stripe', '/sandbox/openid']
