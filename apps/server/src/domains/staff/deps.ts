import type { Core } from '../../core/core.ts'
import type { AgeCheck } from '../accounts/public.ts'
import type { CallTime, Conceding, GivingByStaff, SendingByStaff, Settling } from '../requests/public.ts'
import type { SuspensionDeps } from '../safety/public.ts'

/** What the operations of this domain use. */
export interface StaffDeps extends Core, SuspensionDeps {
  /** Who was in a call, from the calls domain. */
  callTime: CallTime
  releaseAfterMs: number
  /** How old somebody is who books, claims or offers, and how that is checked. */
  minAge: number
  ageCheck: AgeCheck
  /** Settles a problem that was reported, from the requests domain. */
  settleProblem(settling: Settling): Promise<'done' | 'waits'>
  /** Sends the answer to a dispute before its time, from the requests domain. */
  sendPackByStaff(sending: SendingByStaff): Promise<void>
  /** Accepts the loss of a dispute, from the requests domain. */
  concedeByStaff(conceding: Conceding): Promise<'done' | 'waits'>
  /** Gives a part of a sale back, from the requests domain. */
  giveBackByStaff(giving: GivingByStaff): Promise<'done' | 'waits'>
}
