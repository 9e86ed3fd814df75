import type { LiveEventsDeps } from '../live-events/public.ts'

/** The dependencies of search and public pages: only data that everybody may see. */
export type DiscoveryDeps = LiveEventsDeps
