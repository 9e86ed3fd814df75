import type { AgeCheck } from '../../domains/accounts/public.ts'

/**
 * Believes the declared date without a comparison, so this is not highly effective age assurance, and the desk says
 * so.
 */
export const selfDeclaredAge: AgeCheck = {
  method: 'self_declared',
  isHighlyEffective: false,
  confirm: async () => true,
}
