import type { StaffRequest } from '@parley/contract'
import type { DbOrTx } from '../../../db/client.ts'
import { opinionsOf } from '../../calls/public.ts'
import { personLines } from './people-lines.ts'

/** A request with what the two said the call was like, and what their pages measured. */
export async function withOpinions(
  db: DbOrTx,
  request: Omit<StaffRequest, 'opinions'>,
): Promise<StaffRequest> {
  const said = await opinionsOf(db, request.id)
  const nameOf = await personLines(
    db,
    said.map(each => each.personId),
  )
  const opinions = said.map(each => ({
    ...{ by: nameOf(each.personId).username, opinion: each.opinion, trouble: each.trouble },
    figures: {
      ...{ round_trip_ms: each.roundTripMs, lost_permille: each.lostPermille },
      ...{ freezes: each.freezes, restarts: each.restarts },
    },
    at: each.createdAt.toISOString(),
  }))
  return { ...request, opinions }
}
