import { detailSchema, newOpinionSchema, ownOpinionSchema } from '@parley/contract'
import * as z from 'zod/mini'
import { refuse } from '../../../core/refusal.ts'
import { withTransaction } from '../../../db/client.ts'
import type { App } from '../../../http/app-type.ts'
import { personOf } from '../../../http/policy.ts'
import { holdAccount } from '../../accounts/public.ts'
import type { CallSubject } from '../../requests/public.ts'
import type { TicketDeps } from '../issue-ticket.ts'
import { findOwnCall } from '../room-subject.ts'
import { findOpinion, insertOpinion } from './opinion-store.ts'

const PATH = '/api/parley/:slug/session/opinion/'
const params = z.object({ slug: z.string().check(z.maxLength(200)) })
const refusals = { 404: detailSchema, 409: detailSchema }
const SAID = 'You have told us what this call was like'

/** The opinions of the two people about a call or a turn, one tap each; staff read them. */
export function opinionRoutes(deps: Pick<TicketDeps, 'subjects' | 'db' | 'clock' | 'callClock'>) {
  /** A turn that is over has not begun any more, but the time of the two was used. */
  const didHappen = async ({ roomId, hasBegun }: CallSubject) =>
    hasBegun || (await deps.callClock.usedMs(roomId)) > 0

  return (app: App): void => {
    app.get(
      PATH,
      {
        config: { policy: 'party' },
        schema: { tags: ['calls'], params, response: { 200: ownOpinionSchema, 404: detailSchema } },
      },
      async request => {
        const { id } = personOf(request)
        const { roomId } = await findOwnCall(deps, { name: request.params.slug, personId: id })
        const said = await findOpinion(deps.db, roomId, id)
        return { opinion: said?.opinion ?? null, trouble: said?.trouble ?? null }
      },
    )
    app.post(
      PATH,
      {
        config: { policy: 'party' },
        schema: {
          ...{ tags: ['calls'], params, body: newOpinionSchema },
          response: { 201: ownOpinionSchema, ...refusals },
        },
      },
      async (request, reply) => {
        const { id } = personOf(request)
        const call = await findOwnCall(deps, { name: request.params.slug, personId: id })
        const { roomId } = call
        // Attack: a rating of a person who was never met.
        if (!(await didHappen(call))) throw refuse.conflict('This call has not begun')
        const { opinion, trouble = null, figures } = request.body
        const isFirst = await withTransaction(deps.db, async tx => {
          // It would outlive an account that is deleted in this moment.
          if (!(await holdAccount(tx, id))) throw refuse.unauthenticated()
          return insertOpinion(tx, {
            ...{ roomId, personId: id, opinion, trouble, createdAt: deps.clock.now() },
            ...{ roundTripMs: figures?.round_trip_ms ?? null, lostPermille: figures?.lost_permille ?? null },
            ...{ freezes: figures?.freezes ?? null, restarts: figures?.restarts ?? null },
          })
        })
        if (!isFirst) throw refuse.conflict(SAID)
        reply.code(201)
        return { opinion, trouble }
      },
    )
  }
}
