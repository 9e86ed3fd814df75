import type { Core } from '../../core/core.ts'
import type { CallTime } from '../requests/public.ts'
import type { SuspensionDeps } from '../safety/public.ts'

/** What the operations of this domain use. */
export interface StaffDeps extends Core, SuspensionDeps {
  /** Who was in a call, from the calls domain. */
  callTime: CallTime
  releaseAfterMs: number
}
