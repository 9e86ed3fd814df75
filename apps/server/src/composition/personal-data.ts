import type { Domain } from '../core/domain.ts'
import type { AccountsDeps } from '../domains/accounts/public.ts'
import { earningsAtDeletion, type RequestsDeps } from '../domains/requests/public.ts'

interface PersonalDataDeps {
  /** From low to high: the deletion locks and erases in this order. */
  domains: readonly Domain[]
  requests: RequestsDeps
}

/** What the accounts domain needs of the domains above it; called lazily, because these are created later. */
export function personalData(
  deps: () => PersonalDataDeps,
): Pick<AccountsDeps, 'exportOtherDomains' | 'deletion'> {
  const parts = () => deps().domains.map(({ personal }) => personal)
  const earnings = () => earningsAtDeletion(deps().requests)
  return {
    async exportOtherDomains(userId) {
      const exported: Record<string, unknown> = {}
      for (const part of parts()) Object.assign(exported, await part.exported(userId))
      return exported
    },
    deletion: {
      async closeUnpaid(userId) {
        for (const part of parts()) await part.closeUnpaid(userId)
      },
      async deletionBlockers(db, userId) {
        const reasons: string[] = []
        // From high to low: what a person agreed with others comes before their own events, and money is last.
        for (const part of parts().toReversed()) reasons.push(...(await part.deletionBlockers(db, userId)))
        return [...reasons, ...(await earnings().blockers(db, userId))]
      },
      lastPence: (db, userId) => earnings().lastPence(db, userId),
      payOutLast: userId => earnings().payOutLast(userId),
      forgo: (tx, userId) => earnings().forgo(tx, userId),
      async erase(tx, userId) {
        for (const part of parts()) await part.erase(tx, userId)
      },
    },
  }
}
