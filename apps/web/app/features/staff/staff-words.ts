import type { CallFigures, ProblemKind } from '@parley/contract'
import { isSomething } from '@parley/contract/money'
import { dateText } from '../../language/formats.ts'
import { priceText } from '../../language/prices.ts'
import { t } from '../../language/text.ts'

/** A past date and time, to the minute. */
export const momentText = (iso: string): string =>
  dateText(new Date(iso), { dateStyle: 'medium', timeStyle: 'short' })

/** When somebody rated a call, with what their page measured of its connection. */
export function figuresText(at: string, figures: CallFigures): string {
  const figure = (value: number | null | undefined, unit = '') =>
    value === null || value === undefined ? '–' : `${value}${unit}`
  return t('{at}: round trip {roundTrip}, lost {lost}, frozen {freezes}×, connected anew {restarts}×', {
    at: momentText(at),
    roundTrip: figure(figures.round_trip_ms, ' ms'),
    lost: figure(figures.lost_permille, ' ‰'),
    freezes: figure(figures.freezes),
    restarts: figure(figures.restarts),
  })
}

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
  isSomething(back)
    ? t('It is settled: {amount} went back by it.', { amount: priceText(back) })
    : t('It is settled: nothing went back by it.')
