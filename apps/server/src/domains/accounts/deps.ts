import type { CardIntent, DeletionRefused, InfluencerStep } from '@parley/contract'
import * as z from 'zod/mini'
import type { Core } from '../../core/core.ts'
import { defineTopic } from '../../core/topic.ts'
import type { DbOrTx, Tx } from '../../db/client.ts'
import type { AgeCheck } from './age/age-check-port.ts'
import type { KnownDevices } from './guessing/known-device.ts'
import type { PasswordTries } from './guessing/password-tries.ts'
import type { Passwords } from './passwords/passwords.ts'
import type { ServerSecrets } from './server-secrets.ts'
import type { SocialNetworks } from './social-login/social-network.ts'

/** The profile of an influencer who is signing up: its files are stored, its rows are not yet. */
export interface PreparedProfile {
  insert(tx: Tx, userId: string): Promise<void>
  /** Takes the files away again when the sign-up fails. */
  discard(): Promise<void>
}

/** What accounts need of influencer profiles; the profiles domain stands behind it. */
export interface InfluencerProfiles {
  /** Checks the picture and stores its files; a refusal leaves nothing stored. */
  prepare(input: { step: InfluencerStep; file: Blob }): Promise<PreparedProfile>
  /** Something visitors see of the person changed: no cached page may show the old. */
  personChanged(tx: Tx, userId: string): Promise<void>
}

/** Earnings below the payout minimum, which go out when their owner leaves or are given up. */
export interface LastPence {
  canGoNow: boolean
  /** Why they keep their owner here, in a sentence. */
  reason: string
  forgo: DeletionRefused['forgo']
}

/** What other domains do when somebody leaves for good; each refuses nothing and forgets its own part. */
export interface AccountDeletion {
  /** Ends the person's unpaid requests, so that nobody waits for them. */
  closeUnpaid(userId: string): Promise<void>
  /** Sentences that say why the person cannot leave yet; none when they can. */
  deletionBlockers(db: DbOrTx, userId: string): Promise<string[]>
  /** What they earned below the payout minimum; null when there is nothing. */
  lastPence(db: DbOrTx, userId: string): Promise<LastPence | null>
  /** Pays that out where it can be; answers once it is sent, or refused. */
  payOutLast(userId: string): Promise<void>
  /** Gives it up. */
  forgo(tx: Tx, userId: string): Promise<void>
  /** Locks what new requests need and takes the person's own things away: profile, pictures, cards. */
  forget(tx: Tx, userId: string): Promise<void>
}

/** What the operations of this domain use. */
export interface AccountsDeps extends Core {
  secrets: ServerSecrets
  passwords: Passwords
  passwordTries: PasswordTries
  devices: KnownDevices
  influencerProfiles: InfluencerProfiles
  /** The saved cards of a person, from the payments domain. */
  cardsOf(userId: string): Promise<CardIntent[]>
  /** Whether two people have a request with each other, from the requests domain. */
  sharesRequest(oneId: string, otherId: string): Promise<boolean>
  /** Whether one of two people has blocked the other, from the safety domain. */
  areApart(oneId: string, otherId: string): Promise<boolean>
  /** Whether a person is staff, from the staff domain: their last second factor stays. */
  isStaff(db: DbOrTx, userId: string): Promise<boolean>
  /** How old somebody is who books, claims or offers; 0: nobody is asked. */
  minAge: number
  ageCheck: AgeCheck
  /** The networks people may log in by: those with credentials. */
  socialNetworks: SocialNetworks
  /** What the other domains hold on a person, by name, without secrets; a long list as an async iterable. */
  exportOtherDomains(userId: string): Promise<Record<string, unknown>>
  deletion: AccountDeletion
  /** Demo people have published passwords: in production their logins are refused. */
  demoLogins: 'allowed' | 'refused'
}

/** Topics of work that this domain leaves for higher ones. */
export const ACCOUNT_TOPICS = {
  /** Somebody is known as too young from now on: what is open of theirs ends, and the money goes back. */
  tooYoung: defineTopic('accounts.too_young', z.object({ userId: z.string() })),
} as const
