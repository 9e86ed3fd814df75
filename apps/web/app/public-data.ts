import type { ExploreCard, ExploreQuery, Influencer, LiveEvent, PublicUser } from '@parley/contract'
import type { Language } from './language/languages.ts'

/** What every page may say about this site, for every reader. */
export interface SiteFacts {
  paymentProvider: 'sandbox' | 'stripe'
  /** The key with which a browser speaks to the payment provider; everyone may know it. */
  publishableKey: string
  /** `PUBLIC_ORIGIN`, without a slash at its end. */
  origin: string
  /** Where the pages reach a video provider of its own, such as wss://live.example; absent while it is this site. */
  videoOrigin?: string
  /** The platform's share of a sale, in per cent. */
  feePercent: number
  /** `RELEASE_AFTER_HOURS`: how long after a call its money becomes the influencer's. */
  releaseAfterHours: number
  /** Where browsers tell of errors; not there when nobody wants to hear of them. */
  errorReportsDsn?: string
}

/** What a page rendered on the server may read: only what anyone may see, because the finished page is shared. */
export interface PublicData {
  site: SiteFacts
  /** The influencer's public details; null when there is none or the profile is not public. */
  influencer(username: string): Promise<Influencer | null>
  /** Somebody public who is no influencer; null when there is none. */
  person(username: string): Promise<PublicUser | null>
  /** The row version behind `influencer`, by one indexed read; null when it would be null. */
  version(username: string): Promise<number | string | null>
  /** The present name of somebody public who had this one lately; null when nobody did. */
  movedTo(username: string): Promise<string | null>
  /** A live event; null when there is none or its influencer's profile is not public. */
  event(slug: string): Promise<LiveEvent | null>
  /** The row version behind `event`; null when it would be null. */
  eventVersion(slug: string): Promise<number | null>
  /** A page of the public influencers or events that match. */
  explore(query: ExploreQuery): Promise<{ count: number; results: ExploreCard[] }>
  /** Another text once `explore` answers anything else. */
  exploreVersion(query: ExploreQuery): Promise<string>
}

/** What one rendering needs beside the address. */
export interface RenderInput {
  publicData: PublicData
  language: Language
  /** Marks the scripts the page itself writes, so that only these are allowed by hash. */
  nonce: string
}

/** Renders pages: the way from the server's process into the web's build. */
export interface WebEntry {
  render(request: Request, input: RenderInput): Promise<Response>
  /** Inline scripts that are the same on every page and carry no nonce. */
  fixedScripts: readonly string[]
}
