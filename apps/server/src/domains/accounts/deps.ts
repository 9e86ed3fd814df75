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
  /** Removes the files when the sign-up fails. */
  discard(): Promise<void>
}

/** What accounts need of influencer profiles; the profiles domain implements it. */
export interface InfluencerProfiles {
  /** Checks the image and stores its files; a refusal leaves nothing stored. */
  prepare(input: { step: InfluencerStep; file: Blob }): Promise<PreparedProfile>
  /** Whether this is what the person's profile offers. */
  offers(userId: string, step: InfluencerStep): Promise<boolean>
  /** Public data of the person changed: no cached page may show the old data. */
  personChanged(tx: Tx, userId: string): Promise<void>
}

/** Earnings below the payout minimum, which are paid out at the deletion of the account or given up. */
export interface LastPence {
  canGoNow: boolean
  /** Why they prevent the deletion, in a sentence. */
  reason: string
  forgo: DeletionRefused['forgo']
}

/** What other domains do at the deletion of an account; each refuses nothing and deletes its own data. */
export interface AccountDeletion {
  /** Ends the person's unpaid requests, so that nobody waits for them. */
  closeUnpaid(userId: string): Promise<void>
  /** Sentences that say why the account cannot be deleted yet; empty if it can. */
  deletionBlockers(db: DbOrTx, userId: string): Promise<string[]>
  /** Their earnings below the payout minimum; null if there are none. */
  lastPence(db: DbOrTx, userId: string): Promise<LastPence | null>
  /** Pays that out if possible; resolves once it is sent, or refused. */
  payOutLast(userId: string): Promise<void>
  /** Gives it up. */
  forgo(tx: Tx, userId: string): Promise<void>
  /** Locks the rows that new requests need and deletes the person's own data: profile, images, cards. */
  erase(tx: Tx, userId: string): Promise<void>
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
  /** Whether a person is staff, from the staff domain: they keep their last second factor. */
  isStaff(db: DbOrTx, userId: string): Promise<boolean>
  /** The minimum age to book, claim or offer; 0: no check. */
  minAge: number
  ageCheck: AgeCheck
  /** The networks people may log in by: those with credentials. */
  socialNetworks: SocialNetworks
  /** The data of the other domains about a person, by name, without secrets; a long list as an async iterable. */
  exportOtherDomains(userId: string): Promise<Record<string, unknown>>
  deletion: AccountDeletion
  /** Demo people have published passwords: in production their logins are refused. */
  demoLogins: 'allowed' | 'refused'
}

/** Topics of work that this domain leaves for higher ones. */
export const ACCOUNT_TOPICS = {
  /** A person is now known to be too young: their open requests end, with a full refund. */
  tooYoung: defineTopic('accounts.too_young', z.object({ userId: z.string() })),
  /** Somebody else may have had this account until its owner took it back: what they made outside of it ends. */
  takenBack: defineTopic(
    'accounts.taken_back',
    z.object({
      userId: z.string(),
      /** What was made later stays; work of an earlier version does not say it. */
      at: z.optional(z.string()),
    }),
  ),
} as const
