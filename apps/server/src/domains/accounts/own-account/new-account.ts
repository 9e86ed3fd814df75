import type { AccountStep, InfluencerStep, OwnUser, TokenPair } from '@parley/contract'

export interface NewAccount {
  account: Omit<AccountStep, 'confirmpassword'>
  /** What makes the account an influencer's. */
  influencer: { step: InfluencerStep; file: Blob } | null
  origin: 'sign-up' | 'demo'
  /** What the person knows the device by. */
  device?: string
  /** Where a sign-up comes from, see `source-of.ts`; the demo's come from nowhere. */
  source?: string
}

export interface MadeAccount {
  user: OwnUser
  tokens: TokenPair
}
