import { DURATION_MAX_SECONDS, DURATION_MIN_SECONDS, DURATION_UNIT_FACTORS } from '../constants.ts'

/** A whole number of seconds: the duration of something that is sold. */
export type Seconds = number & { readonly __unit: 'seconds' }

/** Brands a whole number as seconds; anything else is a bug. */
export function seconds(value: number): Seconds {
  if (!Number.isSafeInteger(value)) throw new TypeError('seconds must be a whole number')
  return value as Seconds
}

/** The unit a duration was entered in: 1 seconds, 2 minutes, 3 hours. */
export type DurationUnit = keyof typeof DURATION_UNIT_FACTORS
export const DURATION_UNITS = [
  { code: 1, name: 'seconds' },
  { code: 2, name: 'minutes' },
  { code: 3, name: 'hours' },
] as const

/** A unit code; anything else is a bug. */
export function durationUnit(value: unknown): DurationUnit {
  const code = Number(value)
  if (code !== 1 && code !== 2 && code !== 3) throw new TypeError('a duration unit is 1, 2 or 3')
  return code
}

/** A whole number as a number, or as text of decimal digits alone ("0x10" and "9e2" are none); else not a number. */
export const wholeNumber = (value: string | number): number =>
  typeof value === 'number' || /^\d{1,9}$/.test(value) ? Number(value) : Number.NaN

/** Whether something that is sold may take so many seconds. */
export const isDuration = (value: number): boolean =>
  Number.isInteger(value) && value >= DURATION_MIN_SECONDS && value <= DURATION_MAX_SECONDS

/** Whole seconds for a value entered in a unit; null when outside the limits. */
export function durationToSeconds(value: number, unit: DurationUnit): Seconds | null {
  const whole = Math.round(value * DURATION_UNIT_FACTORS[unit])
  return isDuration(whole) ? seconds(whole) : null
}

/** A duration in the unit it was entered in, rounded to two decimals. */
export function durationInUnit(seconds: number, unit: DurationUnit): number {
  return Math.round((seconds / DURATION_UNIT_FACTORS[unit]) * 100) / 100
}

/**
 * The value and the unit in which people read a duration: those in which it was entered, but whole minutes or hours
 * for many seconds (3600 seconds are 1 hour), and seconds for what the unit rounds to nothing.
 */
export function durationAsRead(seconds: number, unit: DurationUnit): { value: number; unit: DurationUnit } {
  const isWhole = (larger: DurationUnit) => seconds % DURATION_UNIT_FACTORS[larger] === 0
  const read = unit !== 1 ? unit : isWhole(3) ? 3 : isWhole(2) ? 2 : 1
  const value = durationInUnit(seconds, read)
  return value === 0 ? { value: seconds, unit: 1 } : { value, unit: read }
}

/** "30 minutes", "1 hour": a duration as people read it. */
export function durationText(seconds: number, unit: DurationUnit): string {
  const { value, unit: read } = durationAsRead(seconds, unit)
  const name = DURATION_UNITS[read - 1]?.name ?? 'seconds'
  return `${value} ${value === 1 ? name.slice(0, -1) : name}`
}

/** "09:05": a countdown in minutes and seconds; minutes grow past 59. */
export function countdownText(seconds: number): string {
  const whole = Math.max(0, Math.ceil(seconds))
  return `${String(Math.floor(whole / 60)).padStart(2, '0')}:${String(whole % 60).padStart(2, '0')}`
}

/**
 * A duration as typed in its unit, in whole seconds; text that is no decimal number stays as it is, for a schema to
 * refuse.
 */
export function typedSeconds(value: string, unit: string | number): number | string {
  const factor = DURATION_UNIT_FACTORS[Number(unit) as DurationUnit] ?? 1
  return /^\s*(?:\d+\.?\d*|\.\d+)\s*$/.test(value) ? Math.round(Number(value) * factor) : value
}
