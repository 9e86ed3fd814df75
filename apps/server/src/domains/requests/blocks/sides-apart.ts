import type { DbOrTx } from '../../../db/client.ts'
import { suspendedOf } from '../../accounts/public.ts'
import { apartFromEach } from '../../safety/public.ts'
import type { RequestRow } from '../store.ts'

/**
 * Whether the two sides of a request are not to meet: one of the buyer, who attends in their place and the influencer is
 * suspended, or one has blocked the other.
 */
export async function sidesAreApart(db: DbOrTx, row: RequestRow): Promise<boolean> {
  return (await thoseApart(db, [row])).has(row.id)
}

const peopleOf = ({ buyerId, influencerId, attendeeId }: RequestRow) =>
  [buyerId, influencerId, attendeeId].filter(id => id !== null)

/** The ids of those of some requests whose two sides are not to meet. */
export async function thoseApart(db: DbOrTx, rows: readonly RequestRow[]): Promise<Set<string>> {
  const claimed = rows.filter(row => row.influencerId !== null)
  if (claimed.length === 0) return new Set()
  const suspended = await suspendedOf(db, [...new Set(claimed.flatMap(peopleOf))])
  const apart = await apartFromEach(db, [...new Set(claimed.flatMap(row => row.influencerId ?? []))])
  const isApart = (row: RequestRow) => {
    const people = peopleOf(row)
    const others = apart.get(row.influencerId ?? '')
    return people.some(id => suspended.has(id) || others?.has(id))
  }
  return new Set(claimed.filter(isApart).map(({ id }) => id))
}
