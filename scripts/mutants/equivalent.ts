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
const SLOTS = 'apps/server/src/domains/schedule/slots/free-slots.ts'
const FIRST_STARTS =
  'for (let startMs = within.startMs; startMs < within.endMs && found.length < count; startMs += 7 * DAY_MS) {'
const EDGES = 'apps/server/src/domains/schedule/slots/window-edges.ts'
const CLEARED = 'if (!quietSpans.has(zone) && quietSpans.size >= ZONES_KEPT) quietSpans.clear()'
const QUIET = 'return ms >= span.startMs + MARGIN_MS && ms < span.endMs - MARGIN_MS ? ms : null'
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
  ...inFile(`${REQUESTS}/blocks/end-between.ts`, 'used time is read of places alone', [
    [
      'usedMs: row.liveEventId ? await usedOfPlace(deps, db, { ...row, liveEventId: row.liveEventId }) : 0,',
      ': 0,',
      ': (0 + 1),',
    ],
  ]),
  ...inFile(`${REQUESTS}/blocks/past-ladders.ts`, 'a sale is late without a penny as with it', [
    [
      'const late = rows.filter(({ request, at }) => isLate({ ...request, refundedPence: pence(0) }, at))',
      '0',
      '(0 + 1)',
    ],
  ]),
  ...inFile(`${REQUESTS}/blocks/block-rules.ts`, NOT_READ, [
    used(
      "const ending = { state: 'cancelled', outcome: 'cancelled', cause: 'cancelled', usedMs: 0 } as const",
    ),
    used("return endByRule(request, { state: 'completed', ...ending, usedMs: 0, now })"),
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
    'apps/server/src/domains/requests/bounds/buyer-bounds.ts',
    'whether there is any is asked, not how many',
    [['.limit(1)', '1', '(1 + 1)']],
  ),
  ...inFile(
    'apps/server/src/domains/requests/bounds/buyer-bounds.ts',
    'no hold is longer than a thousand seconds',
    [['throw refuse.tooMany(Math.ceil(waitMs / 1000), messages.tooManySlotsHeld)', '1000', '(1000 + 1)']],
  ),
  ...inFile(
    'apps/server/src/domains/requests/bounds/within-bounds.ts',
    'a booking that is refused is refused again',
    [['return false', 'false', 'true']],
  ),
  ...inFile(SLOTS, 'a position within a list has a span: the other value is for the type alone', [
    ['if ((sorted[middle]?.startMs ?? 0) <= ms) low = middle + 1', '?? 0', '?? (0 + 1)'],
  ]),
  ...inFile(SLOTS, 'the windows of days that no call of the span reaches add nothing', [
    ['const last = dayIn(zone, endMs + lengthMs) + 1', ' + 1', ' + (1 + 1)'],
    ['for (let day = dayIn(zone, startMs) - 1; day <= last; day++) {', '- 1', '- (1 + 1)'],
    ['for (let day = dayIn(zone, startMs) - 1; day <= last; day++) {', '<=', '<'],
  ]),
  ...inFile(SLOTS, 'what begins a millisecond before its window ends does not fit', [
    ['const untilMs = Math.min(window.endMs - 1, latestMs)', '1', '(1 + 1)'],
  ]),
  ...inFile(SLOTS, 'an empty span has no starts, and more than asked for are cut off', [
    [FIRST_STARTS, 'startMs < within.endMs', 'startMs <= within.endMs'],
    [FIRST_STARTS, 'found.length < count', 'found.length <= count'],
    ['freeStarts(facts, { startMs, endMs: startMs + 1 }).includes(startMs)', '+ 1', '+ (1 + 1)'],
  ]),
  ...inFile(EDGES, 'a cache that keeps one more, or less, answers the same', [
    ['const ZONES_KEPT = 1_000', '1_000', '(1_000 + 1)'],
    ['const SPANS_KEPT = 16', '16', '(16 + 1)'],
    ['const DATES_KEPT = 2_000', '2_000', '(2_000 + 1)'],
    [CLEARED, '&&', '||'],
    [CLEARED, '>=', '>'],
    ['quietSpans.set(zone, [...(known.length < SPANS_KEPT ? known : []), span])', '<', '<='],
    [
      'quietSpans.set(zone, [...(known.length < SPANS_KEPT ? known : []), span])',
      'known.length < SPANS_KEPT',
      '!(known.length < SPANS_KEPT)',
    ],
    ['if (dates.size >= DATES_KEPT) dates.clear()', '>=', '>'],
    ['const found = known.find(span => span.startMs <= ms && ms < span.endMs)', '<=', '<'],
    ["const last = moment.add({ milliseconds: 1 }).getTimeZoneTransition('previous')", '1', '(1 + 1)'],
  ]),
  ...inFile(EDGES, 'near the margin, the quick way and the other give the same moment', [
    ['const MARGIN_MS = 2 * DAY_MS', '2', '(2 + 1)'],
    [QUIET, '>=', '>'],
    [QUIET, '< span.endMs', '<= span.endMs'],
  ]),
  ...inFile(EDGES, 'an empty window has no starts', [
    ['return startMs < endMs ? { startMs, endMs } : null', '<', '<='],
  ]),
  ...inFile('apps/server/src/domains/calls/clock/alone-watch.ts', 'an end at the same moment is no change', [
    [
      'if (this.#open && untilMs > this.#open.provenUntil.getTime()) this.#endAt(untilMs)',
      'untilMs >',
      'untilMs >=',
    ],
  ]),
  ...inFile(`${REQUESTS}/money/apply-dispute.ts`, 'one is asked for by its id', [
    ['const [missing] = await listWithoutPack(tx, { most: 1, disputeId })', '1', '(1 + 1)'],
  ]),
  ...inFile(`${REQUESTS}/money/apply-dispute.ts`, 'of nothing an influencer bears nothing', [
    ['const earned = salePence > 0 ? earnedOf(row, salePence) : null', '>', '>='],
  ]),
  ...inFile('apps/server/src/domains/payments/refunds/returned-refunds.ts', 'the first alone is read', [
    ['.limit(1)', '1', '(1 + 1)'],
  ]),
  ...inFile(`${QUEUE}/step.ts`, 'a turn that is the same object has the same state, position and calls', [
    ['if (!old || old === turn) return !old', '||', '&&'],
  ]),
  ...inFile(
    `${QUEUE}/tick.ts`,
    'each ticket promises a moment long after the first millisecond of all times',
    [
      [
        'const untilMs = (turn: Turn) => Math.max(promisedUntilMs(queue, turn, nowMs), turn.announcedUntilMs ?? 0)',
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
  ...inFile(
    'apps/media/src/sight/sight.ts',
    'where time counts at once, nobody asks whether this party may see',
    [
      [
        'const AT_ONCE = (): RequestedSight => ({ maySee: true, isCounted: true, blindSinceMs: null })',
        'maySee: true',
        'maySee: false',
      ],
    ],
  ),
  ...inFile('apps/media/src/flow.ts', 'the moment of the last packet is read of a flow that has packets', [
    ['#lastPacketMs = 0', '0', '(0 + 1)'],
  ]),
  ...inFile(`${REQUESTS}/money/apply-payment.ts`, 'a limit of a wait, and how many are asked at once', [
    ['const CHECKED_WITHIN_MS = 20_000', '20_000', '(20_000 + 1)'],
    ['const CHECKED_AT_ONCE = 4', '4', '(4 + 1)'],
  ]),
  ...inFile(
    'apps/server/src/domains/safety/blocks/block-store.ts',
    'whether there is any is asked, not how many',
    [['.limit(1)', '1', '(1 + 1)']],
  ),
  ...inFile('apps/server/src/domains/safety/blocks/block-store.ts', 'a count always has a row', [
    ['return row?.blocks ?? 0', '0', '(0 + 1)'],
  ]),
  ...inFile('apps/server/src/domains/payouts/reverse-transfer.ts', 'a sum of no rows is one row too', [
    ['return pence(row?.pence ?? 0)', '0', '(0 + 1)'],
  ]),
]
