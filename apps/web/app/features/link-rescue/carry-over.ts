import type { CarriedOver } from '@parley/contract'
import { safeNextPath } from '@parley/contract/next-path'
import { errorText, isLoginOver } from '../../api/errors.ts'

export interface CarryOverLink {
  code: string
  path: string
}

/** The part of a link after its #; null when it is incomplete. */
export function readCarryOver(hash: string): CarryOverLink | null {
  const fragment = new URLSearchParams(hash.replace(/^#/, ''))
  const code = fragment.get('code')
  const path = fragment.get('path')
  return code && path ? { code, path: safeNextPath(path) } : null
}

export interface CarryOverDeps {
  exchange(link: CarryOverLink): Promise<CarriedOver>
  logIn(tokens: CarriedOver): Promise<unknown>
}

/** Uses the link up and logs this browser in; or says that the link is spent, or why nothing is known of it yet. */
export async function carryOver(
  deps: CarryOverDeps,
  link: CarryOverLink,
): Promise<'in' | 'spent' | { problem: string }> {
  try {
    await deps.logIn(await deps.exchange(link))
    return 'in'
  } catch (error) {
    // The link is spent or expired: the person logs in by hand.
    return isLoginOver(error) ? 'spent' : { problem: errorText(error) }
  }
}
