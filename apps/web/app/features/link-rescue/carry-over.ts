import type { CarriedOver } from '@parley/contract'
import { safeNextPath } from '@parley/contract/next-path'

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

/** Uses the link up and logs this browser in; false when the link is not valid any more. */
export async function carryOver(deps: CarryOverDeps, link: CarryOverLink): Promise<boolean> {
  try {
    await deps.logIn(await deps.exchange(link))
    return true
  } catch {
    // The link is spent or expired: the person logs in by hand.
    return false
  }
}
