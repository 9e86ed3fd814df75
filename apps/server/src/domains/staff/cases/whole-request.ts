import type { StaffRequest } from '@parley/contract'
import type { DbOrTx } from '../../../db/client.ts'
import { figuresOf, opinionsOf } from '../../calls/public.ts'
import { personLines } from './people-lines.ts'
import { reportLines } from './report-lines.ts'

/** A request with what other domains have about it, as a member of staff may read it. */
export async function wholeRequest(
  db: DbOrTx,
  request: Omit<StaffRequest, 'opinions' | 'reports'>,
  readerId: string,
): Promise<StaffRequest> {
  return {
    ...request,
    opinions: await opinionsAbout(db, request.id),
    reports: await reportLines(db, { aboutId: request.id }, readerId),
  }
}

/** The people of a request as the desk shows it. */
export const partiesOf = ({ buyer, influencer, attendee }: Omit<StaffRequest, 'opinions' | 'reports'>) =>
  [buyer, influencer, attendee].map(person => person?.id)

/** What the two said the call was like, and what their pages measured. */
async function opinionsAbout(db: DbOrTx, requestId: string): Promise<StaffRequest['opinions']> {
  const said = await opinionsOf(db, requestId)
  const nameOf = await personLines(
    db,
    said.map(each => each.personId),
  )
  return said.map(each => ({
    ...{ by: nameOf(each.personId).username, opinion: each.opinion, trouble: each.trouble },
    figures: figuresOf(each),
    at: each.createdAt.toISOString(),
  }))
}
