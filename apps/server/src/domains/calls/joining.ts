import { closeCodes } from '@parley/contract'
import { type Refusal, refuse } from '../../core/refusal.ts'
import type { CallSubject } from '../requests/public.ts'

/** Why someone may not join a call now. */
export type Denial =
  | { why: 'unknown' | 'stranger' | 'over' | 'unpaid' }
  | { why: 'not-open-yet'; opensAt: Date }

interface Asking {
  personId: string
  usedMs: number
  now: Date
}

/** The whole rule of who may join a call, and when; null when this person may, now. */
export function denialOf(subject: CallSubject | null, { personId, usedMs, now }: Asking): Denial | null {
  if (!subject || subject.requestType === 'broadcast') return { why: 'unknown' }
  if (personId !== subject.buyer.id && personId !== subject.influencer?.id) return { why: 'stranger' }
  const ended = endOf(subject)
  if (ended) return { why: ended }
  if (usedMs >= subject.totalMs) return { why: 'over' }
  if (subject.closesAt && now >= subject.closesAt) return { why: 'over' }
  if (subject.opensAt && now < subject.opensAt) return { why: 'not-open-yet', opensAt: subject.opensAt }
  return null
}

/** Why a call may not go on, whoever asks; null while it may. */
export function endOf(subject: CallSubject): 'over' | 'unpaid' | null {
  if (subject.state !== 'offered' && subject.state !== 'accepted') return 'over'
  return subject.isPaid ? null : 'unpaid'
}

export const closeCodeOf: Record<Exclude<Denial['why'], 'not-open-yet'>, number> = {
  unknown: closeCodes.notFound,
  stranger: closeCodes.forbidden,
  unpaid: closeCodes.forbidden,
  over: closeCodes.over,
}

/** The sentence of a dated call that is asked for too early. */
export function opensLater(opensAt: Date): string {
  return `This call opens at ${opensAt.toISOString()}`
}

/** A denial as the HTTP calls answer it. */
export function refusalOf(denial: Denial): Refusal {
  if (denial.why === 'not-open-yet') {
    return refuse.conflict(opensLater(denial.opensAt), { opens_at: denial.opensAt.toISOString() })
  }
  if (denial.why === 'unknown') return refuse.notFound()
  if (denial.why === 'stranger') return refuse.forbidden()
  return denial.why === 'unpaid' ? refuse.unpaid() : refuse.conflict('This call is over')
}
