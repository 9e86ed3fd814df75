import type { StaffAction } from '@parley/contract'
import { priceText } from '../../../language/prices.ts'
import { t } from '../../../language/text.ts'
import { roleWords } from '../code-words.ts'
import { momentText } from '../staff-words.ts'

/** The names of sums, in pence, in what the audit stores of an act. */
const SUMS = ['amountPence', 'back', 'takenPence']

/**
 * What an act decided, beside its reason: a sum, a role, or how long somebody is suspended; null where it says none.
 */
export function outcomeText({ act, after }: Pick<StaffAction, 'act' | 'after'>): string | null {
  if (after === null) return null
  const { kind, until, role } = after
  if (act === 'suspend') {
    if (kind === 'banned') return t('For good')
    return typeof until === 'string'
      ? t('Until {until}', { until: momentText(until) })
      : t('Until further notice')
  }
  const pence = SUMS.map(name => after[name]).find(each => typeof each === 'number')
  if (pence !== undefined) return priceText((pence / 100).toFixed(2))
  return typeof role === 'string' ? roleWords(role) : null
}
