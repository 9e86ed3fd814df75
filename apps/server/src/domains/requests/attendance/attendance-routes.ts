import { attendanceSchema, detailSchema } from '@parley/contract'
import * as z from 'zod/mini'
import { refuse } from '../../../core/refusal.ts'
import type { App } from '../../../http/app-type.ts'
import { personOf } from '../../../http/policy.ts'
import type { RequestsDeps } from '../deps.ts'
import { findRequestBySlug, type RequestRow } from '../store.ts'
import { roomOf } from './room-of.ts'
import { attendanceFor, readAttendance } from './show-attendance.ts'

function readerOf({ buyerId, influencerId, attendeeId }: RequestRow, personId: string) {
  if (personId === influencerId) return 'influencer'
  if (personId === buyerId) return 'buyer'
  return personId === attendeeId ? 'attendee' : null
}

/** Who was in a call, or in a turn of a queue. The server does not store who watched a broadcast. */
export function attendanceRoutes(deps: RequestsDeps) {
  return (app: App): void => {
    app.get(
      '/api/parley/:slug/attendance/',
      {
        config: { policy: 'party' },
        schema: {
          params: z.object({ slug: z.string() }),
          response: { 200: attendanceSchema, 404: detailSchema },
        },
      },
      async request => {
        const found = await findRequestBySlug(deps.db, request.params.slug)
        const reader = found && readerOf(found.row, personOf(request).id)
        // Attack: probing slugs. Only its parties learn that a call exists.
        if (!found || !reader || roomOf(found).kind === 'shared')
          throw refuse.notFound('There is no such request')
        return attendanceFor(await readAttendance(deps, deps.db, found), reader)
      },
    )
  }
}
