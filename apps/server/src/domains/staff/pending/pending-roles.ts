import type { PendingKind, StaffRole } from '@parley/contract'

/** Who may ask for an act, and confirm it; an admin may do all of it. */
const ROLE_FOR: Record<PendingKind, StaffRole> = {
  give_back: 'finance',
  decide_problem: 'finance',
  concede_dispute: 'finance',
  restore: 'moderator',
  grant_role: 'admin',
  revoke_role: 'admin',
}
const KINDS = Object.keys(ROLE_FOR).filter((kind): kind is PendingKind => kind in ROLE_FOR)

/** The acts that somebody with these roles may ask for and confirm. */
export const kindsFor = (roles: readonly StaffRole[]): PendingKind[] =>
  KINDS.filter(kind => roles.includes('admin') || roles.includes(ROLE_FOR[kind]))
