import {
  detailSchema,
  fieldErrorsSchema,
  listOf,
  needsSchema,
  requestPageQuerySchema,
  staffBadCallSchema,
} from '@parley/contract'
import type { Routes } from '../../../http/app-type.ts'
import { pageOf } from '../../../http/pages.ts'
import { personOf } from '../../../http/policy.ts'
import { figuresOf, listNotGood } from '../../calls/public.ts'
import { recordAction, shownOn } from '../actions/record-action.ts'
import type { StaffDeps } from '../deps.ts'
import { personLines } from './people-lines.ts'

/** The calls that people found not good, for all staff: what the product is to learn from. */
export function opinionRoutes({ db, clock }: StaffDeps): Routes {
  return app => {
    app.get(
      '/api/staff/opinions/',
      {
        config: { policy: 'staff', staff: ['support', 'moderator', 'finance'] },
        schema: {
          tags: ['staff'],
          querystring: requestPageQuerySchema,
          response: {
            ...{ 200: listOf(staffBadCallSchema), 400: fieldErrorsSchema },
            ...{ 403: needsSchema, 404: detailSchema },
          },
        },
      },
      async request => {
        const { id: staffId } = personOf(request)
        const { rows, ...place } = await listNotGood(db, { page: request.query, readerId: staffId })
        const people = rows.map(({ personId }) => personId)
        await recordAction(db, {
          ...{ staffId, act: 'look_opinions', now: clock.now() },
          after: shownOn({ people, requests: rows.map(({ roomId }) => roomId) }),
        })
        const nameOf = await personLines(db, people)
        const results = rows.flatMap(row =>
          row.trouble === null
            ? []
            : [
                {
                  ...{ request_id: row.roomId, by: nameOf(row.personId).username, trouble: row.trouble },
                  ...{ figures: figuresOf(row), at: row.createdAt.toISOString() },
                },
              ],
        )
        return pageOf(request, { ...place, results })
      },
    )
  }
}
