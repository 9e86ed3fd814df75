import type { ProblemKind } from '@parley/contract'
import { dateText } from '../../language/formats.ts'
import { priceText } from '../../language/prices.ts'
import { t } from '../../language/text.ts'

/** A past date and time, to the minute. */
export const momentText = (iso: string): string =>
  dateText(new Date(iso), { dateStyle: 'medium', timeStyle: 'short' })

/** A reported problem with a call, as a heading. */
export function problemWords(kind: ProblemKind): string {
  switch (kind) {
    case 'other_absent':
      return t('The other was not there')
    case 'cut_short':
      return t('Cut short')
    case 'quality':
      return t('Picture or sound')
    case 'conduct':
      return t('How the other behaved')
  }
}

/** What went back by the settlement of a problem. */
export const settlementText = (back: string | null): string =>
  Number(back ?? 0) > 0
    ? t('It is settled: {amount} went back by it.', { amount: priceText(back) })
    : t('It is settled: nothing went back by it.')
