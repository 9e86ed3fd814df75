import type { Pence } from '@parley/contract/money'
import { MINUTE_MS } from '@parley/contract/time-units'
import { keptFormat } from './kept-formats.ts'
import { locale } from './text.ts'

/** How far clocks go back: half an hour on Lord Howe, two in Antarctica. */
const CLOCKS_GO_BACK_MS = [30, 60, 120].map(minutes => minutes * MINUTE_MS)

/**
 * A date or time in the format of the page's language. Where the clocks go back and a time is there twice, the offset
 * says which of the two it is.
 */
export function dateText(at: Date, options: Intl.DateTimeFormatOptions): string {
  const text = textOf(at, options)
  if (!options.hour || !options.minute || options.timeZoneName) return text
  const isSame = (ms: number) => textOf(new Date(at.getTime() + ms), options) === text
  const isTwice = CLOCKS_GO_BACK_MS.some(ms => isSame(ms) || isSame(-ms))
  return isTwice ? textOf(at, { ...options, timeZoneName: 'short' }) : text
}

/** The short name of a zone at a moment, "BST" or "GMT+1"; without a zone this device's. */
function zoneOf(at: Date, timeZone: string | undefined): string {
  const options = { hour: 'numeric', timeZone, timeZoneName: 'short' } as const
  const format = keptFormat(
    `zone ${locale()} ${timeZone ?? ''}`,
    () => new Intl.DateTimeFormat(locale(), options),
  )
  return format.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? ''
}

/** A time that was agreed or paid for, with the name of its zone in the same line: nobody comes an hour late. */
export const zonedText = (at: Date, options: Intl.DateTimeFormatOptions): string =>
  `${textOf(at, options)}\u00a0${zoneOf(at, options.timeZone)}`

function textOf(at: Date, options: Intl.DateTimeFormatOptions): string {
  const key = `date ${locale()} ${JSON.stringify(options)}`
  return keptFormat(key, () => new Intl.DateTimeFormat(locale(), options)).format(at)
}

/** Pence as pounds in the format of the page's language: £25.00, 25,00 £. */
export function poundsText(pence: Pence, options: Intl.NumberFormatOptions = {}): string {
  const key = `pounds ${locale()} ${JSON.stringify(options)}`
  const format = () => new Intl.NumberFormat(locale(), { style: 'currency', currency: 'GBP', ...options })
  return keptFormat(key, format).format(pence / 100)
}

/** A number in the format of the page's language. */
export function numberText(value: number, options: Intl.NumberFormatOptions = {}): string {
  const key = `number ${locale()} ${JSON.stringify(options)}`
  return keptFormat(key, () => new Intl.NumberFormat(locale(), options)).format(value)
}

/** The day and the time of something, short enough for a button. */
export const MOMENT = {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
} as const
