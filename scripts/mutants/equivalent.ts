/**
 * A change of one line that no test can notice, since it changes nothing that people or the books see; with the reason.
 */
export interface Equivalent {
  file: string
  was: string
  becomes: string
  why: string
}

/** In one line: the text, and what replaces it. */
type Change = [line: string, was: string, becomes: string]

const inFile = (file: string, why: string, changes: readonly Change[]): Equivalent[] =>
  changes.map(([line, was, becomes]) => ({ file, why, was: line, becomes: line.replace(was, becomes) }))

const REQUESTS = 'apps/server/src/domains/requests'
const QUEUE = 'apps/server/src/domains/queue/machine'
const CALL_MONEY = 'packages/contract/src/rules/call-money.ts'
const LADDER = 'packages/contract/src/rules/money-back.ts'
const AT_MOST_ALL = 'a step gives no more than what the moves of the call leave, which is all of it at most'
const NOT_READ = 'where all of the money goes back, or none of it, used time is not read'
const used = (line: string): Change => [line, 'usedMs: 0', 'usedMs: (0 + 1)']

/**
 * Mutants that do not count. The run fails when one of them is not made any more, because then its line has changed.
 */
export const EQUIVALENT: readonly Equivalent[] = [
  ...inFile(`${REQUESTS}/request.ts`, NOT_READ, [
    used('usedMs: 0,'),
    used(
      "return end(request, { state: 'cancelled', outcome: 'cancelled', cause: 'cancelled', usedMs: 0, now })",
    ),
    used("return isOpen(request) ? paid : withMoneyBack(request, paid, { cause: 'late_money', usedMs: 0 })"),
    used(
      "return end(request, { state: 'cancelled', outcome: 'cancelled', cause: 'rejected', usedMs: 0, now })",
    ),
    used("return withMoneyBack(request, paid, { cause: 'late_money', usedMs: 0 })"),
  ]),
  ...inFile(`${REQUESTS}/places/turn-rules.ts`, NOT_READ, [
    used('return endByRule(place, { ...left, usedMs: 0, now })'),
    used('return endByRule(place, { ...unserved, usedMs: 0, now })'),
    used('return endByRule(place, { ...absent, usedMs: 0, now })'),
  ]),
  ...inFile(`${REQUESTS}/time-rules.ts`, NOT_READ, [
    used('usedMs: 0,'),
    used(
      "return endByRule(request, { state: 'expired', outcome: 'unpaid', cause: 'cancelled', usedMs: 0, now })",
    ),
    used('return endByRule(request, { ...absent, usedMs: 0, now })'),
    used(
      "const unanswered = { state: 'expired', outcome: 'unanswered', cause: 'unanswered', usedMs: 0 } as const",
    ),
    used(
      "return endByRule(request, { state: 'expired', outcome: 'influencer_absent', cause, usedMs: 0, now })",
    ),
  ]),
  ...inFile(`${REQUESTS}/time-rules.ts`, 'a request has both moments or neither', [
    [
      'return startsAt && endsAt ? { fromMs: startsAt.getTime(), untilMs: endsAt.getTime() } : null',
      '&&',
      '||',
    ],
  ]),
  ...inFile(`${REQUESTS}/money/money-back.ts`, AT_MOST_ALL, [
    [
      'const { moneyBackPolicy: policy, startsAt, paidAt, moneyBackAtMost: atMostPercent = 100 } = sale',
      '100',
      '(100 + 1)',
    ],
  ]),
  ...inFile(LADDER, AT_MOST_ALL, [
    ['flexible: [{ hoursBefore: 0, percent: 100 }],', '100', '(100 + 1)'],
    ['{ hoursBefore: 24, percent: 100 },', '100', '(100 + 1)'],
    ['{ hoursBefore: 72, percent: 100 },', '100', '(100 + 1)'],
    [
      '{ untilMs: Math.max(graceMs, steps[0]?.untilMs ?? graceMs), percent: 100 },',
      'percent: 100',
      'percent: (100 + 1)',
    ],
  ]),
  ...inFile(`${REQUESTS}/places/place-rules.ts`, NOT_READ, [
    used(
      "return endByRule(place, { state: 'expired', outcome: 'unpaid', cause: 'cancelled', usedMs: 0, now })",
    ),
    used(
      "return endByRule(place, { state: 'cancelled', outcome: 'cancelled', cause: 'cancelled', usedMs: 0, now })",
    ),
    used("return endByRule(place, { state: 'expired', ...absent, usedMs: 0, now })"),
    used('return endByRule(place, { ...unused, usedMs: 0, now })'),
  ]),
  ...inFile(
    CALL_MONEY,
    'the line before leaves when both were never there: the other value is for the type alone',
    [
      ['fromMs: lastMs ?? 0,', '0', '(0 + 1)'],
      ['untilMs: backUntilMs({ agreed, lastTogetherMs: lastMs ?? 0 }),', '0', '(0 + 1)'],
      [
        'if (endedAtMs > backUntilMs({ agreed: evidence.agreed, lastTogetherMs: lastTogetherMs(evidence) ?? 0 }))',
        '?? 0',
        '?? (0 + 1)',
      ],
    ],
  ),
  ...inFile(CALL_MONEY, 'stretches that meet add up to the same, joined or not, and leave no gap', [
    [
      'if (last && next.fromMs <= last.untilMs) last.untilMs = Math.max(last.untilMs, next.untilMs)',
      '<=',
      '<',
    ],
  ]),
  ...inFile(CALL_MONEY, 'what only touches takes nothing away, and a stretch without length adds nothing', [
    ['if (each.untilMs <= fromMs || each.fromMs >= stretch.untilMs) continue', '<=', '<'],
    ['if (each.untilMs <= fromMs || each.fromMs >= stretch.untilMs) continue', '>=', '>'],
    ['if (each.fromMs > fromMs) rest.push({ fromMs, untilMs: each.fromMs })', '>', '>='],
    ['if (fromMs < stretch.untilMs) rest.push({ fromMs, untilMs: stretch.untilMs })', '<', '<='],
    ['.filter(({ fromMs, untilMs }) => fromMs < untilMs)', '<', '<='],
  ]),
  ...inFile(
    'apps/server/src/domains/requests/buyer-bounds.ts',
    'whether there is any is asked, not how many',
    [['.limit(1)', '1', '(1 + 1)']],
  ),
  ...inFile(
    'apps/server/src/domains/requests/within-bounds.ts',
    'a booking that is refused is refused again',
    [['return false', 'false', 'true']],
  ),
  ...inFile(`${QUEUE}/step.ts`, 'a turn that is the same object has the same state, position and calls', [
    ['if (!old || old === turn) return !old', '||', '&&'],
  ]),
  ...inFile(
    `${QUEUE}/tick.ts`,
    'each ticket promises a moment long after the first millisecond of all times',
    [
      [
        'const untilMs = (turn: Turn) => Math.max(promisedUntilMs(queue, turn, nowMs), turn.toldUntilMs ?? 0)',
        '?? 0',
        '?? (0 + 1)',
      ],
    ],
  ),
  ...inFile(`${QUEUE}/tick.ts`, 'where nobody is skipped the turns are the same', [
    ['const skipped = isOver.size > 0 ? { ...waiting, turns } : waiting', '>', '>='],
  ]),
  ...inFile(`${QUEUE}/eta.ts`, 'no position is below 1', [
    ['const lastReady = line.findLast(turn => isReady(turn, nowMs))?.position ?? 0', '?? 0', '?? (0 + 1)'],
  ]),
  ...inFile(`${QUEUE}/eta.ts`, 'the fan at the last position that is ready is ready themselves', [
    ['const comes = ready ? 1 : turn.position < lastReady ? coming * BEFORE_READY : coming', '<', '<='],
  ]),
]
