import type { LiveEventsDeps } from '../live-events/public.ts'

/** What finding and showing to the outside uses: only what anyone may see. */
export type DiscoveryDeps = LiveEventsDeps
