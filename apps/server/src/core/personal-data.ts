import type { DbOrTx, Tx } from '../db/client.ts'

/** A domain's part of what people may take along, and of what happens when they delete their account. */
export interface PersonalData {
  /** The domain's fields of an account's export, without secrets; a long list as an async iterable. */
  exported(userId: string): Promise<Record<string, unknown>>
  /** Sentences that say why the account cannot be deleted yet; empty if it can. */
  deletionBlockers(db: DbOrTx, userId: string): Promise<string[]>
  /** Ends what is open and unpaid, so that nobody waits for the person: before the deletion, and after it. */
  closeUnpaid(userId: string): Promise<void>
  /** Deletes the person's own data in the transaction of the deletion. */
  erase(tx: Tx, userId: string): Promise<void>
}

/** The part of a domain that does only this much. */
export const personalDataOf = (parts: Partial<PersonalData>): PersonalData => ({
  exported: async () => ({}),
  deletionBlockers: async () => [],
  closeUnpaid: async () => undefined,
  erase: async () => undefined,
  ...parts,
})
