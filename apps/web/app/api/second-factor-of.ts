import { loginRefusedSchema, type SecondFactorRequired } from '@parley/contract/second-factor'
import { ApiError } from './errors.ts'

/** What a login with a correct password still needs; null when it was refused for another reason. */
export function secondFactorOf(error: unknown): SecondFactorRequired | null {
  if (!(error instanceof ApiError) || error.status !== 401) return null
  return loginRefusedSchema.safeParse(error.body).data?.second_factor ?? null
}
