import { countdownText } from '@parley/contract/duration'
import { pence, penceOf } from '@parley/contract/money'
import { poundsText } from '../../../language/formats.ts'
import { t } from '../../../language/text.ts'

interface Ending {
  /** Price of a place, as the contract writes it. */
  amount: string
  totalSeconds: number
  /** Null where the clock is not known here. */
  leftSeconds: number | null
}

/** The effect of an end now on the money of its places: to the second, rounded in the buyers' favour. */
export function endingText({ amount, totalSeconds, leftSeconds }: Ending): string {
  const pricePence = penceOf(amount)
  if (leftSeconds === null || totalSeconds <= 0) {
    return t('Everybody who paid for a place gets back the part that was not broadcast, to the second.')
  }
  const backPence = pence(Math.ceil((pricePence * Math.min(leftSeconds, totalSeconds)) / totalSeconds))
  return t('{left} of {total} was not broadcast, so that part of every place goes back: {back} of {price}.', {
    left: countdownText(leftSeconds),
    total: countdownText(totalSeconds),
    back: poundsText(backPence),
    price: poundsText(pricePence),
  })
}
