import type { ShownProblem } from '@parley/contract'
import { isSomething } from '@parley/contract/money'
import { priceText } from '../../../language/prices.ts'
import { ownTimeText } from '../../../language/shown-zone.ts'
import { t } from '../../../language/text.ts'

interface Reading {
  /** Whether the reader is the influencer, and not the buyer. */
  isInfluencer: boolean
  /** The zone in which the page shows times. */
  zone: string
}

/** What became of a reported problem, for one of the two parties; null while there is none. */
export function problemText(problem: ShownProblem | null, reading: Reading): string | null {
  if (!problem) return null
  const { decision, is_own: isOwn } = problem
  if (!decision) {
    const when = momentText(problem.at, reading.zone)
    return isOwn
      ? t(
          'You told us on {when} that something was wrong. A person looks at it and writes to you; until then the money waits.',
          { when },
        )
      : t(
          'Since {when} a person has been looking at what happened, and writes to you; until then the money waits.',
          { when },
        )
  }
  const when = momentText(decision.at, reading.zone)
  const amount = priceText(decision.back)
  if (isSomething(decision.back)) {
    return reading.isInfluencer
      ? t('Decided on {when}: {amount} back to the buyer.', { when, amount })
      : t('Decided on {when}: {amount} back to you.', { when, amount })
  }
  if (decision.by === 'staff') return t('Decided on {when}: the money stays as it was.', { when })
  return problem.again
    ? t(
        'Our record of the call decided on {when}: the money stays as it was. If that is not right, tell us again: then a person looks at it.',
        { when },
      )
    : t('Our record of the call decided on {when}: the money stays as it was.', { when })
}

/** A moment in the zone of the page. */
export const momentText = (iso: string, zone: string) =>
  ownTimeText(new Date(iso), { dateStyle: 'medium', timeStyle: 'short' }, zone)
