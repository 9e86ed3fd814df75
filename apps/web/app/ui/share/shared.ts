import type { LiveEvent } from '@parley/contract'

/** A link of this site to pass on. */
export interface Shared {
  /** A path of this site. */
  path: string
  title: string
  /** The event it leads to: a dated one can be kept in a calendar. */
  event?: LiveEvent
  /** Told when the link was copied or handed on. */
  onShared?: () => void
}
