import type { AgeMethod } from '@parley/contract'

/** Says whether a birth date is that of the person who named it. Another implementation asks a service that does this. */
export interface AgeCheck {
  readonly method: AgeMethod
  /** Whether it is "highly effective age assurance" in the words of Ofcom's guidance; the desk reads it. */
  readonly isHighlyEffective: boolean
  confirm(claim: { userId: string; birthDate: string }): Promise<boolean>
}
