import { HOUR_MS } from './time-units.ts'
/**
 * The ladder: what of a dated private call comes back when its buyer cancels it, by how long it is until the start. It
 * is frozen on the request. What the influencer or the platform breaks goes back whatever the ladder says.
 * | policy   | all until           | half until          | nothing until |
 * |----------|---------------------|---------------------|---------------|
 * | flexible | the start           |                     |               |
 * | moderate | 24 h before         | the start           |               |
 * | strict   | 72 h before         | 24 h before         | the start     |
 * In the first hour after paying all of it comes back, if the start is more than 2 hours away. Half a penny is the
 * buyer's.
 */
export const MONEY_BACK_POLICIES = ['flexible', 'moderate', 'strict'] as const
export type MoneyBackPolicy = (typeof MONEY_BACK_POLICIES)[number]

const GRACE_AFTER_PAYING_MS = HOUR_MS
const GRACE_BEFORE_START_MS = 2 * HOUR_MS

/** Up to how many hours before the start, and how much of the price goes back. */
export interface LadderStep {
  hoursBefore: number
  percent: number
}

export const LADDERS: Record<MoneyBackPolicy, readonly LadderStep[]> = {
  flexible: [{ hoursBefore: 0, percent: 100 }],
  moderate: [
    { hoursBefore: 24, percent: 100 },
    { hoursBefore: 0, percent: 50 },
  ],
  strict: [
    { hoursBefore: 72, percent: 100 },
    { hoursBefore: 24, percent: 50 },
    { hoursBefore: 0, percent: 0 },
  ],
}

const GRACE = 'In the first hour after paying all of it comes back too, if the start is over 2 hours away.'

/** Each policy in the words that are frozen on a request. */
export const MONEY_BACK_SENTENCES: Record<MoneyBackPolicy, string> = {
  flexible: 'Cancel before the start and all of it comes back.',
  moderate: `Cancel up to 24 hours before the start and all of it comes back; after that, half. ${GRACE}`,
  strict: `Cancel up to 72 hours before the start and all of it comes back; up to 24 hours before it, half; after that, nothing. ${GRACE}`,
}

/** A step of one sale: the refund before this moment. */
export interface DatedStep {
  until: Date
  percent: number
}

export interface LadderSale {
  policy: MoneyBackPolicy
  startsAt: Date
  /** Null before it is paid. */
  paidAt: Date | null
  /** The refund that a move of the call may not exceed, in percent; 100 for a call that its buyer never moved. */
  atMostPercent: number
}

/** The steps of a sale in the order of time; the last one ends at the start. */
export function datedSteps({ policy, startsAt, paidAt, atMostPercent }: LadderSale): DatedStep[] {
  const startMs = startsAt.getTime()
  const graceMs = paidAt
    ? Math.min(paidAt.getTime() + GRACE_AFTER_PAYING_MS, startMs - GRACE_BEFORE_START_MS)
    : Number.NEGATIVE_INFINITY
  const steps = LADDERS[policy].map(({ hoursBefore, percent }) => ({
    untilMs: startMs - hoursBefore * HOUR_MS,
    percent,
  }))
  const graced = [
    { untilMs: Math.max(graceMs, steps[0]?.untilMs ?? graceMs), percent: 100 },
    ...steps.slice(1).filter(({ untilMs }) => untilMs > graceMs),
  ].map(({ untilMs, percent }) => ({ until: new Date(untilMs), percent: Math.min(percent, atMostPercent) }))
  // Steps that give the same are one.
  return graced.filter((step, i) => step.percent !== graced[i + 1]?.percent)
}

/** The refund at a moment, in percent; null from the start on. */
export function percentAt(steps: readonly DatedStep[], now: Date): number | null {
  return steps.find(({ until }) => now < until)?.percent ?? null
}

/** A part of a sum in pence, half a penny for the buyer. */
export const partOf = (pence: number, percent: number): number => Math.ceil((pence * percent) / 100)
