import { inFile, type RowBreak } from './row-break.ts'

const SERVER = 'apps/server/src'
const ACCOUNTS = `${SERVER}/domains/accounts`
const CALLS = `${SERVER}/domains/calls`
const REQUESTS = `${SERVER}/domains/requests`
const SAFETY = `${SERVER}/domains/safety`

/** What the server refuses and to whom it answers. */
const ACCESS: readonly RowBreak[] = [
  ...inFile(`${SERVER}/http/policy.ts`, [
    [
      'S6-015',
      "if (policy === 'self' && params.id !== undefined && params.id !== person.id) throw refuse.forbidden()",
      '',
    ],
    [
      'S6-015',
      "if (policy === 'owner' && params.username?.toLowerCase() !== person.username) throw refuse.forbidden()",
      '',
    ],
    [
      'S6-015',
      "if (policy === 'influencer' && !person.isInfluencer) throw refuse.forbidden('This is for influencers')",
      '',
    ],
    [
      'S10-035',
      "if (methods.length === 0) throw refuse.needs(messages.staffNeedsFactor, 'second_factor')",
      '',
    ],
    ['S10-035', "request.method !== 'GET' && !steppedUp", 'false'],
    ['S10-035', "role === 'admin' || wanted === 'any' || wanted.includes(role)", 'true'],
    ['S10-050', "if (state === 'unknown') throw refuse.needs(messages.birthDateNeeded, 'birth_date')", ''],
  ]),
  ...inFile(`${SERVER}/http/errors.ts`, [
    ['S8-002', 'isTooLong ? refuse.notFound() :', 'isTooLong ? error :'],
  ]),
  ...inFile(`${ACCOUNTS}/show-user.ts`, [
    ['S6-001', 'return owner.publicProfile || deps.sharesRequest(viewer.id, owner.id)', 'return true'],
    ['S2-052', 'if (!viewer) return owner.publicProfile', 'if (!viewer) return true'],
  ]),
  ...inFile(`${ACCOUNTS}/login/login-cookie.ts`, [['S10-040', 'HttpOnly; ', '']]),
  ...inFile(`${ACCOUNTS}/login/login-news.ts`, [['S10-041', '{ device, at:', "{ device: 'London', at:"]]),
  ...inFile(`${ACCOUNTS}/proof/step-up.ts`, [
    ['S10-009', 'if (!(await useProof(tx, person.loginId, deps.clock.now()))) throw needed()', ''],
  ]),
  ...inFile(`${ACCOUNTS}/guessing/password-tries.ts`, [
    ['S10-010', "Math.max(0, here.current - max('prompt')) * STEP_MS", '0'],
  ]),
  ...inFile(`${ACCOUNTS}/factors/show-factor.ts`, [['S10-032', 'step > totp.lastStep', 'step > 0']]),
  ...inFile(`${ACCOUNTS}/email-change/confirm-email-change.ts`, [
    [
      'S10-008',
      "await revokeLogins(tx, { userId: user.id, keptLoginId: null, reason: 'email_change_undone', now })",
      '',
    ],
  ]),
  ...inFile(`${SAFETY}/reports/decide-report.ts`, [
    ['S10-036', 'if ([report.reporterId, report.reportedId].includes(staffId))', 'if (false)'],
    ['S10-036', 'if (report.decidedAt || report.version !== version)', 'if (false)'],
  ]),
  ...inFile(`${REQUESTS}/feed/calendar-feed.ts`, [
    ['S10-061', 'digest: digestOf(secret), createdAt', 'digest: secret, createdAt'],
  ]),
]

/** What a sale costs, who pays, and what comes back. */
const MONEY: readonly RowBreak[] = [
  ...inFile(`${REQUESTS}/answer-request.ts`, [
    ['S6-012', 'if (row.influencerId === actorId) return', 'if (actorId) return'],
    ['S7-028', '{ reason, now })', '{ reason: null, now })'],
    [
      'S10-003',
      'if (row.buyerId === actorId) return',
      'if ([row.buyerId, row.attendeeId].includes(actorId)) return',
    ],
  ]),
  ...inFile(`${REQUESTS}/pay-request.ts`, [
    ['S6-007', '  assertBuyer(row, payerId)\n', ''],
    ['S7-019', 'const request = await applyPayment(deps, payment)', 'const request = undefined as never'],
  ]),
  ...inFile(`${REQUESTS}/book-private.ts`, [
    ['S7-013', 'booking.amount === offer.pricePence &&', ''],
    ['S7-013', 'booking.duration === offer.durationSeconds &&', ''],
  ]),
  ...inFile(`${REQUESTS}/prepaid/claim-prepaid.ts`, [
    ['S7-025', 'if (isPayable(row)) throw refuse.unpaid(notPaid(row).notAllowed)', ''],
    ['S7-025', "if (row.requestType !== 'prepaid') throw refuse.notFound('There is no such request')", ''],
  ]),
  ...inFile(`${REQUESTS}/money/follow-refunds.ts`, [
    ['S10-017', 'const CARD_TRIES_MAX = 3', 'const CARD_TRIES_MAX = 4'],
  ]),
  ...inFile(`${SERVER}/domains/payments/refunds/returned-refunds.ts`, [
    ['S10-016', "row.status === 'failed' ? row.amountPence : 0", '0'],
  ]),
  ...inFile(`${SERVER}/audit/checks.ts`, [['S10-018', "interval '3 days'", "interval '4 days'"]]),
  ...inFile(`${REQUESTS}/money/give-back.ts`, [['S10-043', 'earnedOf(row, amountPence)', 'null']]),
  ...inFile(`${REQUESTS}/rail/show-rail.ts`, [
    ['S10-031', 'buyer: ({ what }) => !AFTER_EARNED.has(what)', 'buyer: () => true'],
  ]),
  ...inFile('packages/contract/src/rules/money-back.ts', [
    ['S10-029', 'const GRACE_BEFORE_START_MS = 2 * HOUR_MS', 'const GRACE_BEFORE_START_MS = 0'],
    ['S10-029', '{ hoursBefore: 24, percent: 50 }', '{ hoursBefore: 24, percent: 40 }'],
  ]),
  ...inFile(`${REQUESTS}/disputes/concede-dispute.ts`, [
    ['S10-048', 'await needsSecond(tx, row.id, takenPence)', 'false'],
  ]),
  ...inFile(`${REQUESTS}/blocks/block-rules.ts`, [
    ['S10-034', "if (facts.by === 'influencer') return 'rejected'\n  ", ''],
  ]),
]

/** When something is, how long it lasts, and what the server sends during it. */
const TIME: readonly RowBreak[] = [
  ...inFile(`${REQUESTS}/slots/book-slot.ts`, [
    ['S10-026', 'now.getTime() + SLOT_HOLD_MS', 'now.getTime() + SLOT_HOLD_MS + 1_000'],
  ]),
  ...inFile(`${SERVER}/domains/schedule/reserve-window.ts`, [
    ['S10-027', "if (inTheWay.length > 0) return 'taken'", ''],
  ]),
  ...inFile(`${REQUESTS}/slots/move-slot.ts`, [
    ['S10-028', 'moves: row.moves + 1', 'moves: row.moves'],
    ['S10-028', 'row.moves >= SLOT_MOVES_MAX', 'row.moves > SLOT_MOVES_MAX'],
  ]),
  ...inFile(`${REQUESTS}/attendance/show-attendance.ts`, [
    ['S10-030', 'you: isPerformer ? sides.influencer : sides.buyer', 'you: sides.buyer'],
  ]),
  ...inFile(`${CALLS}/clock/intervals.ts`, [
    ['S10-015', 'Math.max(usedBeforeMs, room.shownMs)', 'usedBeforeMs'],
  ]),
  ...inFile(`${CALLS}/clock/clocked-room.ts`, [
    [
      'S7-041',
      'used_duration: Math.round(Math.min(usedMs, totalMs)) / 1000',
      'used_duration: Math.round(Math.min(usedMs, totalMs) / 1000)',
    ],
  ]),
  ...inFile(`${CALLS}/presence/who-waits.ts`, [
    ['S10-005', 'entries.length > 0 && entries.every(', 'entries.every('],
  ]),
  ...inFile('apps/media/src/sight/sight.ts', [
    ['S10-014', 'const RESERVE_MS = 100', 'const RESERVE_MS = -500'],
  ]),
]

/** Bugs of the server; the first tests that notice them call its HTTP API or its rules. */
export const SERVER_BREAKS: readonly RowBreak[] = [...ACCESS, ...MONEY, ...TIME]
