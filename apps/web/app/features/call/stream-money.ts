import { CURRENCY_SIGN } from '@parley/contract/constants'
import { countdownText } from '@parley/contract/duration'
import { parseAmount } from '@parley/contract/money'

interface Ending {
  /** Price of a place, as the contract writes it. */
  amount: string
  totalSeconds: number
  /** Null where the clock is not known here. */
  leftSeconds: number | null
}

const pounds = (pence: number) => `${CURRENCY_SIGN}${(pence / 100).toFixed(2)}`

/** What ending an event now means for the money of its places: to the second, rounded in the buyers' favour. */
export function endingText({ amount, totalSeconds, leftSeconds }: Ending): string {
  const pricePence = parseAmount(amount)
  if (leftSeconds === null || pricePence === null || totalSeconds <= 0) {
    return 'Everybody who paid for a place gets back the part that was not broadcast, to the second.'
  }
  const backPence = Math.ceil((pricePence * Math.min(leftSeconds, totalSeconds)) / totalSeconds)
  const time = `${countdownText(leftSeconds)} of ${countdownText(totalSeconds)} was not broadcast`
  return `${time}, so that part of every place goes back: ${pounds(backPence)} of ${pounds(pricePence)}.`
}
