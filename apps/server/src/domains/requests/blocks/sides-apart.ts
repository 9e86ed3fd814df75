import type { DbOrTx } from '../../../db/client.ts'
import { partedAmong } from '../../safety/public.ts'
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

/** Who meets the influencer of a request. */
const pairsOf = ({ buyerId, influencerId, attendeeId }: RequestRow) =>
  influencerId === null
    ? []
    : [buyerId, attendeeId].flatMap(id => (id === null ? [] : [[influencerId, id] as const]))

/** The ids of the requests whose two sides may not meet. */
export async function thoseApart(db: DbOrTx, rows: readonly RequestRow[]): Promise<Set<string>> {
  const claimed = rows.filter(row => row.influencerId !== null)
  if (claimed.length === 0) return new Set()
  const { areApart, suspended } = await partedAmong(db, {
    pairs: claimed.flatMap(pairsOf),
    people: [...new Set(claimed.flatMap(peopleOf))],
  })
  const isApart = (row: RequestRow) =>
    peopleOf(row).some(id => suspended.has(id)) || pairsOf(row).some(pair => areApart(...pair))
  return new Set(claimed.filter(isApart).map(({ id }) => id))
}
