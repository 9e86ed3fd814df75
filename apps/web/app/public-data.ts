import type {
  ExploreCard,
  ExploreQuery,
  Influencer,
  LiveEvent,
  PublicUser,
  SocialNetworkName,
} from '@parley/contract'
import type { Language } from './language/languages.ts'

/** Facts about this site, which are the same for every reader. */
export interface SiteFacts {
  paymentProvider: 'sandbox' | 'stripe'
  /** The publishable key of the payment provider. */
  publishableKey: string
  /** `PUBLIC_ORIGIN`, without a trailing slash. */
  origin: string
  /** The address of a separate video server, such as wss://live.example; absent when it is this site. */
  videoOrigin?: string
  /** The platform's fee in percent. */
  feePercent: number
  /** `RELEASE_AFTER_HOURS`: how long after a call its money becomes payable to the influencer. */
  releaseAfterHours: number
  /** The social networks that people can log in with. */
  socialNetworks: readonly SocialNetworkName[]
  /** Where browsers send error reports; absent when they send none. */
  errorReportsDsn?: string
}

/** The data that a server-rendered page may read: only public data, because the finished page is shared. */
export interface PublicData {
  site: SiteFacts
  /** The influencer's public details; null when there is none or the profile is not public. */
  influencer(username: string): Promise<Influencer | null>
  /** A public person who is not an influencer; null when there is none. */
  person(username: string): Promise<PublicUser | null>
  /** The version for `influencer`, by one indexed read; null when `influencer` would be null. */
  version(username: string): Promise<number | string | null>
  /** The current username of a public person who changed this one recently; null when there is none. */
  movedTo(username: string): Promise<string | null>
  /** A live event; null when there is none or its influencer's profile is not public. */
  event(slug: string): Promise<LiveEvent | null>
  /** The version for `event`; null when `event` would be null. */
  eventVersion(slug: string): Promise<string | null>
  /** A page of the public influencers or events that match. */
  explore(query: ExploreQuery): Promise<{ count: number; results: ExploreCard[] }>
  /** A text that changes when the answer of `explore` changes. */
  exploreVersion(query: ExploreQuery): Promise<string>
  /** The cards of the landing page: events that run or have a date, and people; none while the database is away. */
  onNow(): Promise<ExploreCard[]>
  /** A text that changes when the answer of `onNow` changes. */
  onNowVersion(): Promise<string>
}

/** The input of one rendering, beside the address. */
export interface RenderInput {
  publicData: PublicData
  language: Language
  /** The nonce of the page's own scripts, so that only these are allowed by hash. */
  nonce: string
}

/** Renders pages: the interface between the server's process and the web's build. */
export interface WebEntry {
  render(request: Request, input: RenderInput): Promise<Response>
  /** Inline scripts whose text never differs, wherever they are; they have no nonce. */
  fixedScripts: readonly string[]
  /** The same for styles. */
  fixedStyles: readonly string[]
}
