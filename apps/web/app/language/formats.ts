import { locale } from './text.ts'

const made = new Map<string, Intl.DateTimeFormat | Intl.NumberFormat>()

function kept<F extends Intl.DateTimeFormat | Intl.NumberFormat>(key: string, make: () => F): F {
  const format = (made.get(key) as F | undefined) ?? make()
  made.set(key, format)
  return format
}

/** A date or time in the format of the page's language. */
export function dateText(at: Date, options: Intl.DateTimeFormatOptions): string {
  const key = `date ${locale()} ${JSON.stringify(options)}`
  return kept(key, () => new Intl.DateTimeFormat(locale(), options)).format(at)
}

/** Pounds in the format of the page's language, from a number or the API's "25.00": £25.00, 25,00 £. */
export function poundsText(pounds: number | string, options: Intl.NumberFormatOptions = {}): string {
  const key = `pounds ${locale()} ${JSON.stringify(options)}`
  const format = () => new Intl.NumberFormat(locale(), { style: 'currency', currency: 'GBP', ...options })
  return kept(key, format).format(Number(pounds))
}

/** A number in the format of the page's language. */
export function numberText(value: number): string {
  return kept(`number ${locale()}`, () => new Intl.NumberFormat(locale())).format(value)
}
