import { ABANDONED_CALL_SETTLES_AFTER_MS, ABSENT_AFTER_START_MS } from '../constants.ts'

/**
 * Whose the rest of a call is that was begun and not used up. Pages, mails, settlement and audit all read it here.
 * | When it is settled                                                                | The rest            |
 * |-----------------------------------------------------------------------------------|---------------------|
 * | nothing is left                                                                   | there is none       |
 * | the buyer's last act was End Call while the influencer's media flowed             | stays paid          |
 * | the influencer waited: 10 min, or as long as was left, whichever is shorter       | stays paid          |
 * | in every other case                                                               | goes back, pro rata |
 * Waiting is the influencer's media flowing while the buyer's does not. Of a dated call all of it within the agreed
 * time counts; of an undated one what follows the last second of both, up to the first gap of more than 30 s. A dated
 * call is settled at its end, an undated one 24 h after the last second of both. Open pages decide nothing.
 */
export const CALL_ENDINGS = ['used_up', 'ended_by_buyer', 'influencer_waited', 'not_used'] as const
export type CallEnding = (typeof CALL_ENDINGS)[number]

const SETTLED_BY_RULE = [
  'rejected',
  'cancelled',
  /** The buyer cancelled a dated call so late that by its ladder a part or all of the price stays paid. */
  'cancelled_late',
  'late_money',
  'never_used',
  'unanswered',
  'influencer_absent',
  'buyer_absent',
  /**
   * For a place in a line that keeps the money of fans who leave: the fan left before their turn, or one of the two
   * blocked the other.
   */
  'left_line',
  /**
   * For a place in a line that keeps the money of fans who leave: the fan's bank disputed the payment before their
   * turn. Nothing says that the fan was absent.
   */
  'disputed_in_line',
  'nobody_came',
  /** For a place in a line: the turn did not come, and not because of the fan. */
  'turn_not_reached',
  'cut_by_influencer',
  /** For a viewer whose place ended before the event. */
  'place_ended',
  ...CALL_ENDINGS,
] as const

/**
 * Why the money of a request went back, or stayed, at its end. `reported`: one of the two people ended the call and
 * reported the other, and staff decide; only staff see this value.
 */
export const SETTLED_BY = [...SETTLED_BY_RULE, 'reported'] as const
export type SettledBy = (typeof SETTLED_BY)[number]

/** The same as the people of a request read it. */
export const SHOWN_SETTLED_BY = [...SETTLED_BY_RULE, 'staff_decide', 'staff_decided'] as const
export type ShownSettledBy = (typeof SHOWN_SETTLED_BY)[number]

/** Attack: in a call of two, a person who reads that it was reported knows who reported them. */
export function shownSettledBy(rule: SettledBy, { problemOpen }: { problemOpen: boolean }): ShownSettledBy {
  if (rule !== 'reported') return rule
  return problemOpen ? 'staff_decide' : 'staff_decided'
}

/** The rule as the buyer of a private call reads it before paying. */
export const MONEY_BACK_RULE =
  'You pay for the seconds you were both there. If you end the call yourself, or stay away while @{name} waits for you, the rest is theirs; otherwise it comes back to you.'

/** The same of a prepaid link, whose influencer is the person who accepts it. */
export const PREPAID_MONEY_BACK_RULE =
  'You pay for the seconds you were both there. If you end the call yourself, or stay away while whoever accepted it waits for you, the rest is theirs; otherwise it comes back to you. If nobody accepts it within 30 days, all of it comes back.'

/**
 * Every text that the buyer of an undated call has confirmed beside the button, by its version. A request stores the
 * version. A new text gets a new version, and the old lines stay as they are: they prove what earlier buyers confirmed.
 */
export const TERMS_SENTENCES = {
  '2026-11-22': 'The call may begin at once; once it is over the right to cancel ends.',
} as const
export const TERMS_VERSION = '2026-11-22' satisfies keyof typeof TERMS_SENTENCES
export const TERMS_SENTENCE = TERMS_SENTENCES[TERMS_VERSION]

/** The text of a version; null for a version that is not in the list. */
export const termsSentenceOf = (version: string): string | null =>
  new Map<string, string>(Object.entries(TERMS_SENTENCES)).get(version) ?? null

/** The rule with the name of the influencer in it. */
export const moneyBackRuleFor = (name: string): string => MONEY_BACK_RULE.replace('{name}', name)

/** A waiting person may be absent for this long, for instance to reconnect; a longer absence ends the waiting. */
export const WAITING_GAP_MAX_MS = 30_000
/** Packets that were on their way when End Call was pressed do not count as a return. */
const LAST_PACKETS_MS = 5_000

/** An interval of time, in epoch ms. */
export interface Stretch {
  fromMs: number
  untilMs: number
}

/** What the server saw of a call, from the media that reached it. */
export interface CallEvidence {
  totalMs: number
  usedMs: number
  /** When media of both flowed. */
  together: readonly Stretch[]
  /** When the media of one flowed and that of the other did not. */
  influencerAlone: readonly Stretch[]
  buyerAlone: readonly Stretch[]
  /** When the buyer last pressed End Call while the influencer's media flowed. */
  buyerEndedAtMs: number | null
  /** The agreed time of a dated call. */
  agreed: Stretch | null
}

/** How long the influencer must wait so that the rest is theirs. */
export function waitNeededMs(leftMs: number): number {
  return Math.min(ABSENT_AFTER_START_MS, leftMs)
}

/** How long the influencer must wait in a dated call to which the buyer never came. */
export function absenceNeededMs(agreed: Stretch): number {
  return Math.min(ABSENT_AFTER_START_MS, agreed.untilMs - agreed.fromMs)
}

/** The last moment at which both were present; null if they never were. */
export function lastTogetherMs({ together }: Pick<CallEvidence, 'together'>): number | null {
  return together.reduce<number | null>((last, { untilMs }) => Math.max(last ?? untilMs, untilMs), null)
}

/** Until when a person who left may return to use the rest. */
export function backUntilMs(call: { agreed: Stretch | null; lastTogetherMs: number }): number {
  return call.agreed?.untilMs ?? call.lastTogetherMs + ABANDONED_CALL_SETTLES_AFTER_MS
}

/** How long the influencer waited, by the rule of waiting. */
export function waitedMs(evidence: CallEvidence): number {
  const { agreed } = evidence
  const lastMs = lastTogetherMs(evidence)
  if (!agreed && lastMs === null) return 0
  const counts = agreed ?? {
    fromMs: lastMs ?? 0,
    untilMs: backUntilMs({ agreed, lastTogetherMs: lastMs ?? 0 }),
  }
  const alone = without(merged(evidence.influencerAlone, counts), merged(evidence.together, counts))
  const waiting = agreed ? alone : upToGap(alone, counts.fromMs)
  return waiting.reduce((sum, { fromMs, untilMs }) => sum + untilMs - fromMs, 0)
}

/** Who gets the rest of a call that began: the table above. */
export function callEnding(evidence: CallEvidence): CallEnding {
  const leftMs = evidence.totalMs - evidence.usedMs
  if (leftMs <= 0) return 'used_up'
  if (endedByBuyer(evidence)) return 'ended_by_buyer'
  return waitedMs(evidence) >= waitNeededMs(leftMs) ? 'influencer_waited' : 'not_used'
}

/** End Call is valid until media of the buyer flows again, with the influencer or alone. */
function endedByBuyer(evidence: CallEvidence): boolean {
  const { buyerEndedAtMs: endedAtMs, together, buyerAlone } = evidence
  if (endedAtMs === null || lastTogetherMs(evidence) === null) return false
  if (endedAtMs > backUntilMs({ agreed: evidence.agreed, lastTogetherMs: lastTogetherMs(evidence) ?? 0 }))
    return false
  const isBack = ({ fromMs, untilMs }: Stretch) =>
    fromMs >= endedAtMs || untilMs > endedAtMs + LAST_PACKETS_MS
  return ![...together, ...buyerAlone].some(isBack)
}

/** Intervals within limits, in order; overlapping ones are merged, because two processes may have seen the same. */
function merged(stretches: readonly Stretch[], limits: Stretch): Stretch[] {
  const within = stretches
    .map(({ fromMs, untilMs }) => ({
      fromMs: Math.max(fromMs, limits.fromMs),
      untilMs: Math.min(untilMs, limits.untilMs),
    }))
    .filter(({ fromMs, untilMs }) => fromMs < untilMs)
    .sort((a, b) => a.fromMs - b.fromMs)
  const result: Stretch[] = []
  for (const next of within) {
    const last = result.at(-1)
    if (last && next.fromMs <= last.untilMs) last.untilMs = Math.max(last.untilMs, next.untilMs)
    else result.push(next)
  }
  return result
}

/** Some intervals minus other intervals; both merged. */
function without(stretches: readonly Stretch[], taken: readonly Stretch[]): Stretch[] {
  return stretches.flatMap(stretch => {
    const rest: Stretch[] = []
    let { fromMs } = stretch
    for (const each of taken) {
      if (each.untilMs <= fromMs || each.fromMs >= stretch.untilMs) continue
      if (each.fromMs > fromMs) rest.push({ fromMs, untilMs: each.fromMs })
      fromMs = Math.max(fromMs, each.untilMs)
    }
    if (fromMs < stretch.untilMs) rest.push({ fromMs, untilMs: stretch.untilMs })
    return rest
  })
}

/** The intervals from a moment on, up to the first gap that ends the waiting. */
function upToGap(stretches: readonly Stretch[], sinceMs: number): Stretch[] {
  let endMs = sinceMs
  const gapAt = stretches.findIndex(({ fromMs, untilMs }) => {
    if (fromMs - endMs > WAITING_GAP_MAX_MS) return true
    endMs = untilMs
    return false
  })
  return gapAt === -1 ? [...stretches] : stretches.slice(0, gapAt)
}
