import type { LiveEvent } from '@parley/contract'

/** A link of this site to share. */
export interface Shared {
  /** A path of this site. */
  path: string
  title: string
  /** The event of the link: a dated one can be added to a calendar. */
  event?: LiveEvent
  /** Called when the link was copied or shared. */
  onShared?: () => void
}
