import type { Core } from '../../core/core.ts'
import type { CallTime, Settling } from '../requests/public.ts'
import type { SuspensionDeps } from '../safety/public.ts'

/** What the operations of this domain use. */
export interface StaffDeps extends Core, SuspensionDeps {
  /** Who was in a call, from the calls domain. */
  callTime: CallTime
  releaseAfterMs: number
  /** Settles a problem that was reported, from the requests domain. */
  settleProblem(settling: Settling): Promise<void>
}
