import type { AgeMethod } from '@parley/contract'

/** Verifies a birth date. Another implementation can use an external service. */
export interface AgeCheck {
  readonly method: AgeMethod
  /** Whether it is "highly effective age assurance" in the words of Ofcom's guidance; the desk reads it. */
  readonly isHighlyEffective: boolean
  confirm(claim: { userId: string; birthDate: string }): Promise<boolean>
}
