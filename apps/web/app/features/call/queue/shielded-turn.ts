import type { CurrentTurn } from './rules/line-state.ts'

/** The turn in which two people of a line meet, as their shields take it. */
export interface ShieldedTurn {
  place: string
  canEnd: boolean
}

/** A turn that has not begun cannot be ended by a report: the rule for absent fans decides about it. */
export const shieldedTurn = ({ place, state }: Pick<CurrentTurn, 'place' | 'state'>): ShieldedTurn => ({
  place,
  canEnd: state === 'in_turn',
})
