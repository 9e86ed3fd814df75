/** Who calls. `spent` carries a token that is not good any more. */
export const ROLES = ['visitor', 'spent', 'fan', 'otherFan', 'influencer', 'otherInfluencer'] as const
export type Role = (typeof ROLES)[number]

/** Whose the thing is that a call is about: made by the one pair, by the other pair, or nobody's. */
export const THINGS = ['ours', 'theirs', 'missing'] as const
export type Thing = (typeof THINGS)[number]

/**
 * What a caller is to the thing. On a request `owner` performs, `buyer` pays and `attendee` was given it; a person or
 * profile has only an owner.
 */
export type Relation = 'visitor' | 'spent' | 'owner' | 'buyer' | 'attendee' | 'fan' | 'influencer' | 'missing'

/** What a call is about; `none`: about nothing but the caller. */
export type Kind =
  | 'none'
  | 'person'
  | 'profile'
  | 'unpaid'
  | 'paid'
  /** A paid request that the bank of its buyer disputes; its id is the dispute's. */
  | 'disputed'
  | 'prepaid'
  | 'claimed'
  | 'gifted'
  | 'event'
  | 'place'
  /** A line that stands and is not open, with a paid place. */
  | 'line'
  | 'picture'
  | 'mail'

export interface Row {
  call: `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}`
  about: Kind
  /** Made again for each case, because the call changes it. */
  fresh?: true
  body?: unknown
  expect: Expected
}

/** A status for each relation; `fan` and `influencer` are strangers, and the same when only `other` is given. */
export interface Expected {
  visitor?: number
  spent?: number
  owner?: number
  buyer?: number
  /** Who attends in the buyer's place; the same as `other` when that alone is given. */
  attendee?: number
  fan?: number
  influencer?: number
  other?: number
  missing?: number
}
