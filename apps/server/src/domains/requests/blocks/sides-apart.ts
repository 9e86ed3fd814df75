import type { DbOrTx } from '../../../db/client.ts'
import { suspendedOf } from '../../accounts/public.ts'
import { apartFromEach } from '../../safety/public.ts'
import type { RequestRow } from '../store.ts'

/**
 * Whether the two sides of a request may not meet: the buyer, the attendee or the influencer is suspended, or one has
 * blocked the other.
 */
export async function sidesAreApart(db: DbOrTx, row: RequestRow): Promise<boolean> {
  return (await thoseApart(db, [row])).has(row.id)
}

const peopleOf = ({ buyerId, influencerId, attendeeId }: RequestRow) =>
  [buyerId, influencerId, attendeeId].filter(id => id !== null)

/** The ids of the requests whose two sides may not meet. */
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
