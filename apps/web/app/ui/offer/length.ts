import { type DurationUnit, durationToSeconds, type Seconds, typedSeconds } from '@parley/contract/duration'
import { durationText } from '../../language/durations.ts'

/** A length as typed: a number and the code of its unit. */
export interface TypedLength {
  duration: string | number
  unit: string | number
}

/** A longer call needs a confirmation: mostly the person means minutes and typed hours. */
export const UNUSUAL_ABOVE_SECONDS = 3 * 3600

const isUnit = (code: number): code is DurationUnit => code === 1 || code === 2 || code === 3

/** Whole seconds; null while the length cannot be sold. */
export function secondsOf({ duration, unit }: TypedLength): Seconds | null {
  const seconds = typedSeconds(String(duration ?? ''), unit)
  return typeof seconds === 'number' ? durationToSeconds(seconds, 1) : null
}

/** "15 minutes", in the typed unit; null while the length cannot be sold. */
export function lengthText(typed: TypedLength): string | null {
  const [seconds, code] = [secondsOf(typed), Number(typed.unit)]
  return seconds !== null && isUnit(code) ? durationText(seconds, code) : null
}
