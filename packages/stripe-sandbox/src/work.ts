import type Stripe from 'stripe'
import type { StripeError } from './errors.ts'
import type { Upload } from './http/multipart.ts'
import type { Parameters } from './http/parameters.ts'
import type { EventObject, Store } from './store.ts'

export type LaterChange = 'refund_succeeds' | 'refund_fails'

/** What an operation may use: all of it belongs to one transaction. */
export interface Work {
  readonly store: Store
  /** The application's clock, in Unix seconds. */
  readonly seconds: number
  /** `account`: the connected account in which it happened; left out for the platform. */
  emit(type: Stripe.Event['type'], object: EventObject, account?: string): void
  later(change: LaterChange, objectId: string): void
}

export type Caller = 'secret' | 'publishable'

/** One API request that passed authentication. */
export interface Call extends Work {
  readonly params: Parameters
  readonly caller: Caller
  /** The file of a multipart request. */
  readonly upload: Upload | null
  /** `:id` of the path. */
  readonly id: string
  /** `:sub` of the path, such as a reversal below its transfer. */
  readonly sub: string
  /** `legacy`: a caller that names no API version, or one in which methods were still listed by hand. */
  readonly dialect: 'current' | 'legacy'
  /** Public address of the sandbox's pages, without a trailing slash. */
  readonly pages: string
  /** Origins a browser may be sent back to. */
  readonly returnOrigins: readonly string[]
  /** `processing` where a fault rule asks that this payment stay undecided. */
  readonly collection: 'at_once' | 'processing'
}

/** A returned StripeError commits (a decline leaves traces); a thrown one undoes. */
export type Answer = object | StripeError

export interface Route {
  readonly method: 'GET' | 'POST' | 'DELETE'
  readonly path: string
  /** `browser`: a publishable key may call it too. */
  readonly access: 'secret' | 'browser'
  readonly accepts: readonly string[]
  handle(call: Call): Answer
}
