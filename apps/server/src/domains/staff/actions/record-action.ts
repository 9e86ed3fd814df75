import type { StaffSubject } from '@parley/contract'
import { newId } from '../../../core/ids.ts'
import type { DbOrTx } from '../../../db/client.ts'
import { staffActions } from '../tables.ts'

export interface NewAction {
  /** Null: a command on the machine. */
  staffId: string | null
  act: string
  personId?: string | null
  about?: { kind: StaffSubject; id: string } | null
  reason?: string | null
  /** Ids, codes and sums; never names, addresses or what people wrote. */
  before?: Record<string, unknown> | null
  after?: Record<string, unknown> | null
  now: Date
}

type Ids = readonly (string | null | undefined)[]
const eachOnce = (ids: Ids): string[] => [...new Set(ids.filter(id => id !== null && id !== undefined))]

/** What a page showed, for the record of the look at it: about which people and requests it was, each once. */
export const shownOn = (page: { people: Ids; requests: Ids }) => ({
  people: eachOnce(page.people),
  requests: eachOnce(page.requests),
})

/** Stores what staff read or did in the staff audit; an act in the transaction of its change. */
export async function recordAction(db: DbOrTx, action: NewAction): Promise<void> {
  const { staffId, act, personId = null, about = null, reason = null, before = null, after = null } = action
  await db.insert(staffActions).values({
    id: newId(),
    ...{ staffId, act, personId, reason, before, after },
    aboutKind: about?.kind ?? null,
    aboutId: about?.id ?? null,
    createdAt: action.now,
  })
}
