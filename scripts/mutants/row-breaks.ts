import { BOOKING_BREAKS } from './booking-breaks.ts'
import { CALL_BREAKS } from './call-breaks.ts'
import { CONTRACT_BREAKS } from './contract-breaks.ts'
import { JOURNEY_BREAKS } from './journey-breaks.ts'
import { inFile, type RowBreak } from './row-break.ts'
import { SCREEN_BREAKS } from './screen-breaks.ts'
import { SERVER_BREAKS } from './server-breaks.ts'
import { WIRE_BREAKS } from './wire-breaks.ts'

const CONSTANTS = 'packages/contract/src/constants.ts'
const WEB = 'apps/web/app'

const constant = (row: string, name: string, [was, becomes]: [string, string]): RowBreak => ({
  row,
  file: CONSTANTS,
  was: `const ${name} = ${was}`,
  becomes: `const ${name} = ${becomes}`,
})

/** The bugs; the tests that the row names must notice each of them. */
export const ROW_BREAKS: readonly RowBreak[] = [
  constant('S1-017', 'CURRENCY_SIGN', ["'£'", "'$'"]),
  constant('S9-001', 'DURATION_UNIT_FACTORS', ['{ 1: 1, 2: 60, 3: 3600 }', '{ 1: 1, 2: 61, 3: 3600 }']),
  constant('S9-003', 'DEFAULT_LIVE_EVENT_DURATION', ['60', '30']),
  constant('S9-004', 'DEFAULT_LURKERS', ['1', '0']),
  constant('S9-005', 'HEARTBEAT_MS', ['20_000', '25_000']),
  constant('S9-005', 'HEARTBEAT_MS', ['20_000', '15_000']),
  constant('S9-006', 'READY_DELAY_MS', ['2_000', '1_000']),
  constant('S9-007', 'REDIRECT_AFTER_SIGN_UP_MS', ['1_000', '2_000']),
  constant('S9-007', 'USER_REFETCH_MS', ['300', '200']),
  constant('S9-008', 'REDIRECT_AFTER_FAILED_ACCEPT_MS', ['1_000', '2_000']),
  constant('S9-009', 'ALERT_HIDE_MS', ['4_000', '5_000']),
  constant('S9-010', 'SAVED_CLEAR_MS', ['2_000', '3_000']),
  constant('S9-010', 'ERROR_CLEAR_MS', ['5_000', '4_000']),
  constant('S9-010', 'EVENT_ERROR_CLEAR_MS', ['3_000', '4_000']),
  constant('S9-011', 'COPIED_CLEAR_MS', ['1_000', '1_500']),
  constant('S9-012', 'CAPTION_ROTATION_MS', ['3_500', '3_000']),
  constant('S9-013', 'CAPTION_ROTATION_MS', ['3_500', '4_000']),
  constant('S9-014', 'PITCH_DELAY_MS', ['2_000', '3_000']),
  constant('S9-016', 'PASSWORD_MIN', ['8', '7']),
  constant('S9-017', 'USERNAME_MIN', ['2', '3']),
  constant('S9-017', 'USERNAME_MAX', ['50', '51']),
  constant('S9-018', 'NAME_MAX', ['50', '49']),
  constant('S9-018', 'FULL_NAME_MAX', ['50', '60']),
  constant('S9-019', 'BIO_MAX', ['500', '501']),
  constant('S9-019', 'DESCRIPTION_MIN', ['5', '4']),
  constant('S9-020', 'PLACE_MAX', ['80', '81']),
  constant('S9-020', 'ADDRESS_MAX', ['200', '199']),
  constant('S9-021', 'ZIP_MAX', ['8', '9']),
  constant('S9-021', 'CVV_LENGTH', ['3', '4']),
  constant('S9-024', 'AUDIO_LEVEL_THRESHOLD', ['0.05', '0.04']),
  constant('S9-025', 'COUNTDOWN_ORANGE_BELOW', ['0.5', '0.6']),
  constant('S9-025', 'COUNTDOWN_RED_BELOW', ['0.25', '0.2']),
  {
    row: 'S8-003',
    file: `${WEB}/ui/alerts/alert-bar.module.css`,
    was: 'left: var',
    becomes: 'right: var',
  },
  {
    row: 'S8-004',
    file: `${WEB}/ui/alerts/alerts.ts`,
    was: 'setTimer(() => dismiss(id), ALERT_HIDE_MS)',
    becomes: 'void ALERT_HIDE_MS',
  },
  {
    row: 'S8-017',
    file: `${WEB}/ui/share/copied.ts`,
    was: 'mine === copies && store.set(false)',
    becomes: 'mine === copies && store.set(true)',
  },
  {
    row: 'S8-007',
    file: 'packages/contract/src/messages.ts',
    was: 'Login: failed. Try again',
    becomes: 'Login failed. Try again',
  },
  {
    row: 'S8-014',
    file: `${WEB}/features/requests/booking/order.ts`,
    was: 'ERROR_CLEAR_MS)',
    becomes: 'ERROR_CLEAR_MS * 2)',
  },
  {
    row: 'S8-016',
    file: `${WEB}/features/requests/booking/accept-offer.ts`,
    was: 'afterMs: REDIRECT_TO_LOGIN_MS',
    becomes: 'afterMs: REDIRECT_TO_LOGIN_MS * 2',
  },
  {
    row: 'S2-096',
    file: `${WEB}/pages/account/my-account-page.tsx`,
    was: '/profile/',
    becomes: '/live-event/',
  },
  ...inFile(`${WEB}/features/accounts/sign-up/sign-up.ts`, [
    ['S4-009', 'deps.alerts.error(alreadyCreated())\n    set(', 'alreadyCreated()\n    set('],
    ['S4-011', 'deps.auth.keep(user.token)', 'void user.token'],
    ['S4-012', 'USER_REFETCH_MS)', 'USER_REFETCH_MS * 2)'],
    ['S4-013', 'deps.setTimer(deps.redirect, REDIRECT_AFTER_SIGN_UP_MS)', 'deps.setTimer(deps.redirect, 0)'],
    [
      'S4-017',
      "deps.kind === 'regular' || atAccount ? 1 : store.getSnapshot().step",
      'store.getSnapshot().step',
    ],
    ['S8-026', 'problem: t(messages.alreadyCreated)', 'problem: t(messages.userCreated)'],
    ['S8-027', 'deps.scrollToForm()', 'void deps.scrollToForm'],
  ]),
  ...inFile(`${WEB}/features/accounts/sign-up/influencer-step.tsx`, [
    ['S2-081', "{t('Back')}", "{t('Continue')}"],
  ]),
  ...inFile(`${WEB}/features/accounts/sign-up/sign-up-page.tsx`, [
    ['S2-085', 'Your profile is {profile}', 'You are {profile}'],
    ['S2-077', 'messages.createAccount', 'messages.accountCreated'],
  ]),
  ...inFile(`${WEB}/features/accounts/log-in.ts`, [
    ['S4-033', 'deps.alerts.message(messages.loggedIn)', 'void messages.loggedIn'],
    ['S8-006', 'messages.loggedIn', 'messages.userCreated'],
    ['S8-008', 'error.status === 401', 'error.status === 403'],
  ]),
  ...inFile(`${WEB}/features/profiles/profile-changes.ts`, [
    ['S3-021', 'if (!isSame) ', ''],
    ['S3-022', "'profile[picture]'", "'picture'"],
  ]),
  ...inFile(`${WEB}/routes.ts`, [
    [
      'S2-012',
      "    layout('routes/secure.tsx', [\n      route('logout', 'routes/login/logout.tsx'),",
      "    route('logout', 'routes/login/logout.tsx'),\n    layout('routes/secure.tsx', [",
    ],
    ['S2-013', "      route('my-account', 'routes/my-account.tsx'),\n", ''],
    ['S2-004', "    route('login', 'routes/login/login.tsx'),\n", ''],
    ['S2-011', "'routes/login/signup-influencer.tsx'", "'routes/login/signup-regular.tsx'"],
  ]),
  ...inFile(`${WEB}/routes/secure.tsx`, [['S6-008', 'if (!auth.ready || !auth.data)', 'if (false)']]),
  ...inFile(`${WEB}/features/call/devices/local-media.ts`, [
    [
      'S8-029',
      "audioAllowed: this.#tracks.has('audio'), videoAllowed: this.#tracks.has('video') })\n        return",
      "audioAllowed: this.#tracks.has('audio') })\n        return",
    ],
    [
      'S8-030',
      "this.#deps.warn('media could not be opened', cause)",
      "this.#deps.tell('media could not be opened')",
    ],
    [
      'S4-027',
      "audioAllowed: this.#tracks.has('audio'), videoAllowed: this.#tracks.has('video') })\n        return",
      "videoAllowed: this.#tracks.has('video') })\n        return",
    ],
  ]),
  ...inFile(`${WEB}/features/call/connection/presence-socket.ts`, [
    [
      'S4-019',
      "setInterval(() => this.send({ type: 'heartbeat' }), HEARTBEAT_MS)",
      "setInterval(() => this.send({ type: 'heartbeat' }), HEARTBEAT_MS / 2)",
    ],
    ['S7-034', 'this.#socket?.readyState === OPEN) this.#socket.send', 'this.#socket) this.#socket.send'],
    ['S8-031', 'console.warn(messages.socketNotConnected)', 'void messages.socketNotConnected'],
  ]),
  ...inFile(`${WEB}/features/call/screens/problems.ts`, [
    ['S8-025', 'messages.invalidRequestType', 'messages.noPaidSession'],
    ['S2-092', 'messages.notLoggedIn', 'messages.noPaidSession'],
  ]),
  ...inFile(`${WEB}/features/payments/payment-outcome.ts`, [
    ['S8-018', 'succeeded: messages.paymentSucceeded', 'succeeded: messages.paymentWrong'],
    ['S8-019', 'processing: messages.paymentProcessing', 'processing: messages.paymentWrong'],
    ['S8-020', 'unsuccessful: messages.paymentUnsuccessful', 'unsuccessful: messages.paymentWrong'],
    ['S8-021', 'wrong: messages.paymentWrong', 'wrong: messages.paymentProcessing'],
    ['S4-004', "    case 'failed':\n", ''],
  ]),
  ...inFile(`${WEB}/features/call/screens/links-after-call.ts`, [
    ['S2-090', 'path: `/profile/', 'path: `/prepaid/'],
  ]),
  ...inFile(`${WEB}/features/requests/prepaid/prepaid-calls.tsx`, [
    ['S2-089', 'openPrepaidCalls(requests, performer)', 'openPrepaidCalls([], performer)'],
  ]),
  ...inFile(`${WEB}/features/requests/list/request-groups.ts`, [
    [
      'S1-016',
      "{ type: 'broadcast', name: msg('Live') },\n  { type: 'private', name: msg('Private') },",
      "{ type: 'private', name: msg('Private') },\n  { type: 'broadcast', name: msg('Live') },",
    ],
    ['S4-005', "{ type: 'broadcast', name: msg('Live') },\n", ''],
    [
      'S4-001',
      '(a, b) => b.created_at.localeCompare(a.created_at))[0]',
      '(a, b) => a.created_at.localeCompare(b.created_at))[0]',
    ],
    [
      'S2-041',
      "request.request_type === 'private' && isOpen(request) && request",
      'isOpen(request) && request',
    ],
    ['S2-041', ' && request.payment.stripe_intent_confirmed', ''],
  ]),
  ...inFile(`${WEB}/features/requests/link/link-text.ts`, [
    ['S2-054', 'login to view link', 'log in to view link'],
    ['S2-055', "if (!isPaid(request)) return { text: t('pay to view link') }\n  ", ''],
    ['S2-056', '/chat/', '/paidchat/'],
    ['S2-057', '/paidchat/', '/chat/'],
    ['S2-058', "request.request_type === 'broadcast' ? streamPath(request, influencer) : `/chat/", '`/chat/'],
    ['S2-059', 'claim to view link', 'accept to view link'],
  ]),
  ...inFile(`${WEB}/features/requests/booking/offer-view.ts`, [
    ['S2-074', "return isRequester ? 'to-share' : 'to-accept'", "return isRequester ? 'to-share' : 'none'"],
  ]),
  ...inFile(`${WEB}/video/device-defaults.ts`, [
    ['S9-026', 'micOff: MIC_OFF_DEFAULT', 'micOff: !MIC_OFF_DEFAULT'],
  ]),
  ...inFile(`${WEB}/api/errors.ts`, [
    ['S8-001', "if ('detail' in body && typeof body.detail === 'string') return body.detail\n    ", ''],
    ['S8-005', ".join(', ')", ".join('; ')"],
  ]),
  ...inFile('packages/contract/src/rules/next-path.ts', [['S2-005', '/^\\/(?![/\\\\])/', '/^\\//']]),
  ...inFile('packages/contract/src/fields.ts', [
    ['S5-001', 'messages.emailRequired, abort: true', 'messages.emailInvalid, abort: true'],
    [
      'S5-002',
      'z.minLength(limit.PASSWORD_MIN, messages.passwordShort)',
      'z.minLength(limit.PASSWORD_MIN, messages.passwordLong)',
    ],
    [
      'S5-003',
      '    z.toLowerCase(),\n    z.minLength(1, { error: messages.emailRequired',
      '    z.minLength(1, { error: messages.emailRequired',
    ],
    [
      'S5-004',
      'z.minLength(limit.USERNAME_MIN, messages.usernameLength)',
      'z.minLength(limit.USERNAME_MIN, messages.usernameTaken)',
    ],
    ['S5-006', 'z.regex(USERNAME_PATTERN, { error: messages.usernameCharacters, abort: true }),\n    ', ''],
    ['S5-007', 'required: messages.firstNameRequired', 'required: messages.lastNameRequired'],
    [
      'S5-016',
      'z.minLength(limit.DESCRIPTION_MIN, messages.descriptionShort)',
      'z.minLength(limit.DESCRIPTION_MIN, messages.descriptionLong)',
    ],
  ]),
  ...inFile('packages/contract/src/accounts.ts', [
    ['S5-012', 'z.refine(form => !differs(form)', 'z.refine(() => true'],
    ['S5-032', 'form => form.newPassword === form.repeatPassword', '() => true'],
  ]),
  ...inFile('packages/contract/src/cards.ts', [
    ['S5-025', 'return sum % 10 === 0', 'return true'],
    ['S5-027', '(0[1-9]|1[0-2])', '\\d{2}'],
    ['S5-029', 'z.length(CVV_LENGTH, messages.cvvLength)', 'z.maxLength(CVV_LENGTH, messages.cvvLength)'],
  ]),
  ...inFile('packages/contract/src/rules/duration.ts', [['S5-039', '* 100) / 100', '* 10) / 10']]),
  ...inFile(`${WEB}/features/profiles/profile-edit.ts`, [
    ['S8-009', 'clearSaved(() => set({ saved: false }), SAVED_CLEAR_MS)', 'void clearSaved'],
    [
      'S8-011',
      'set({ errors: null, problem: null }), ERROR_CLEAR_MS)',
      'set({ problem: null }), ERROR_CLEAR_MS)',
    ],
  ]),
  ...inFile(`${WEB}/features/payments/payment.ts`, [
    [
      'S8-022',
      "set({ phase: 'ready', cardError: result.message })",
      "set({ phase: 'ready', problem: result.message })",
    ],
    ['S8-023', "set({ phase: 'ready', problem: messages.unexpectedError })", "set({ phase: 'ready' })"],
  ]),
  ...inFile('packages/contract/src/rules/call-money.ts', [
    ['S10-012', "if (endedByBuyer(evidence)) return 'ended_by_buyer'\n  ", ''],
    ['S10-013', 'waitedMs(evidence) >= waitNeededMs(leftMs)', 'waitedMs(evidence) > 0'],
  ]),
  ...inFile('apps/server/src/domains/calls/clock/end-call.ts', [
    ['S10-012', 'mediaFlowing && identity', 'identity'],
  ]),
  ...inFile('apps/server/src/domains/requests/gifts/gift-rules.ts', [
    ['S10-001', 'change(link.attendeeId)', 'change(null)'],
    ['S10-002', "if (request.begunAt) return 'begun'\n  ", ''],
  ]),
  ...inFile('apps/server/src/domains/requests/present-request.ts', [
    ['S10-004', "reader === 'party' ? row.note : null", 'row.note'],
    ['S10-011', 'settled_by: row.settledBy', 'settled_by: null'],
    [
      'S3-010',
      'duration: row.durationSeconds,\n    duration_display',
      'duration: row.durationSeconds + 1,\n    duration_display',
    ],
    ['S3-015', 'payment?.clientSecret ?? null', "'secret'"],
  ]),
  ...inFile('apps/server/src/domains/requests/disputes/write-statement.ts', [
    ['S10-064', 'before?.text === writing.text', 'before !== null'],
  ]),
  ...inFile('apps/server/src/domains/payouts/forgo-payouts.ts', [
    ['S10-019', "status: 'forgone'", "status: 'netted'"],
  ]),
  ...inFile('apps/server/src/domains/requests/bounds/buyer-bounds.ts', [
    [
      'S10-020',
      'withOne.length >= UNPAID_REQUESTS_WITH_ONE_MAX',
      'withOne.length > UNPAID_REQUESTS_WITH_ONE_MAX',
    ],
  ]),
  ...inFile('apps/server/src/domains/accounts/email-change/prove-email.ts', [
    ['S10-021', 'set: { emailVerifiedAt: now }', 'set: {}'],
  ]),
  ...inFile('apps/server/src/domains/requests/money/apply-payment.ts', [
    ['S10-022', 'const card = intent.cardToSave', 'const card = null'],
  ]),
  ...inFile('apps/server/src/domains/accounts/own-account/delete-account.ts', [
    ['S10-023', 'new Set([user.email, ...former', 'new Set([...former'],
  ]),
  ...inFile('apps/server/src/domains/requests/money/money-back.ts', [
    ['S10-011', "ended_by_buyer: 'none'", "ended_by_buyer: 'unused'"],
  ]),
  ...SERVER_BREAKS,
  ...CONTRACT_BREAKS,
  ...SCREEN_BREAKS,
  ...BOOKING_BREAKS,
  ...CALL_BREAKS,
  ...WIRE_BREAKS,
  ...JOURNEY_BREAKS,
]
