import { detailSchema, fieldErrorsSchema, idField, needsSchema, staffBirthDateSchema } from '@parley/contract'
import * as z from 'zod/mini'
import { withTransaction } from '../../../db/client.ts'
import type { Routes } from '../../../http/app-type.ts'
import { personOf } from '../../../http/policy.ts'
import { correctBirthDate } from '../../accounts/public.ts'
import { recordAction } from '../actions/record-action.ts'
import type { StaffDeps } from '../deps.ts'
import { assertAdminForStaff, assertNoPartyToPerson } from './own-case.ts'

/** The correction of a declared birth date. */
export function ageRoutes(deps: StaffDeps): Routes {
  return app => {
    app.post(
      '/api/staff/people/:id/birth-date/',
      {
        config: { policy: 'staff', staff: ['moderator'] },
        schema: {
          ...{ tags: ['staff'], params: z.object({ id: idField }), body: staffBirthDateSchema },
          response: {
            ...{ 204: z.null(), 400: fieldErrorsSchema, 403: needsSchema },
            ...{ 404: detailSchema, 409: detailSchema },
          },
        },
      },
      async (request, reply) => {
        const { date, reason, version } = request.body
        const { id } = request.params
        const staffId = personOf(request).id
        await withTransaction(deps.db, async tx => {
          const { before, after } = await correctBirthDate(deps, tx, { userId: id, date, version })
          // Attack: a moderator who books a call gets it back alone, because its influencer is too young all at once.
          // After the lock of the age, for which a booking waits too.
          await assertNoPartyToPerson(tx, { staffId, personId: id })
          await assertAdminForStaff(tx, { staffId, personId: id })
          await recordAction(tx, {
            ...{ staffId, act: 'correct_birth_date', personId: id, about: { kind: 'person', id }, reason },
            ...{ before: { age: before }, after: { age: after }, now: deps.clock.now() },
          })
        })
        deps.outbox.nudge()
        return reply.code(204).send(null)
      },
    )
  }
}
