import type { AgeState } from '@parley/contract'

/** The calendar day in London, as 2026-03-01: the law that asks for the age is the one of the United Kingdom. */
export function londonDay(at: Date): string {
  return at.toLocaleDateString('en-CA', { timeZone: 'Europe/London' })
}

/** Full years on a day. A person born on 29 February is a year older on 1 March in a year without that day. */
export function ageOn(day: string, birthDate: string): number {
  const years = Number(day.slice(0, 4)) - Number(birthDate.slice(0, 4))
  return day.slice(5) >= birthDate.slice(5) ? years : years - 1
}

export interface KnownBirthDate {
  birthDate: string
  isConfirmed: boolean
}

/** Whether somebody may book, claim or offer; with `minAge` 0 everybody may. */
export function ageState(known: KnownBirthDate | null, rule: { minAge: number; now: Date }): AgeState {
  if (rule.minAge === 0) return 'old_enough'
  if (!known) return 'unknown'
  const isOldEnough = ageOn(londonDay(rule.now), known.birthDate) >= rule.minAge
  return isOldEnough && known.isConfirmed ? 'old_enough' : 'too_young'
}
