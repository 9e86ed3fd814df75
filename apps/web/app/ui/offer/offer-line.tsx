import { poundsText } from '../../language/formats.ts'
import { t } from '../../language/text.ts'
import { lengthText, type TypedLength } from './length.ts'
import css from './offer-line.module.css'
import { saleOf } from './share-after-fee.ts'

export interface OfferLineProps {
  amount: string | number
  typed: TypedLength
  /** The platform's fee in percent. */
  feePercent: number
  /** Who gets the rest: the person who types, the person who accepts, or the person who types, for each viewer. */
  keeps: 'you' | 'acceptor' | 'you-of-each'
}

function sentenceOf({ amount, typed, feePercent, keeps }: OfferLineProps): string | null {
  const length = lengthText(typed)
  if (length === null) return null
  const sale = saleOf(amount, feePercent)
  if (sale === null) return t('That is {length}.', { length })
  const words = { price: poundsText(sale.pricePence), length, kept: poundsText(sale.keptPence) }
  if (keeps === 'you') return t('{price} for {length}; you get {kept}.', words)
  if (keeps === 'acceptor') return t('{price} for {length}; whoever accepts gets {kept}.', words)
  return t('{price} per person for {length}; you get {kept} of each.', words)
}

/** Repeats the typed offer in one sentence, so that nobody sells hours instead of minutes. */
export function OfferLine(props: OfferLineProps) {
  return (
    <p role="status" className={css.line}>
      {sentenceOf(props)}
    </p>
  )
}
