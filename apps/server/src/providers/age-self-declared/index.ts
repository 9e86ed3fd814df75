import type { AgeCheck } from '../../domains/accounts/public.ts'

/** Believes what people say. Nothing is compared, so it is not highly effective, and the desk says so. */
export const selfDeclaredAge: AgeCheck = {
  method: 'self_declared',
  isHighlyEffective: false,
  confirm: async () => true,
}
