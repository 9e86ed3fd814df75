import {
  answerProposalSchema,
  calendarQuerySchema,
  calendarSchema,
  detailSchema,
  fieldErrorsSchema,
  moveSlotSchema,
  proposeSlotsSchema,
  sessionRequestSchema,
  slotSchema,
} from '@parley/contract'
import * as z from 'zod/mini'
import type { App } from '../../../http/app-type.ts'
import { personOf } from '../../../http/policy.ts'
import { presentOne } from '../present-request.ts'
import { answerProposal } from './answer-proposal.ts'
import type { SlotBookingDeps } from './book-slot.ts'
import { moveSlot } from './move-slot.ts'
import { proposeSlots } from './propose-slots.ts'
import { showCalendar } from './show-calendar.ts'

const params = z.object({ slug: z.string() })
const refusedSlot = z.extend(detailSchema, { slots: z.optional(z.array(slotSchema)) })

/** What becomes of a booked time. */
export function slotRoutes(deps: SlotBookingDeps) {
  return (app: App): void => {
    app.get(
      '/api/influencer/me/calendar/',
      {
        config: { policy: 'influencer' },
        schema: {
          tags: ['schedule'],
          querystring: calendarQuerySchema,
          response: { 200: calendarSchema, 400: fieldErrorsSchema },
        },
      },
      request => showCalendar(deps, { personId: personOf(request).id, query: request.query }),
    )
    app.post(
      '/api/parley/:slug/session/move/',
      {
        config: { policy: 'payer' },
        schema: {
          tags: ['schedule'],
          params,
          body: moveSlotSchema,
          response: {
            200: sessionRequestSchema,
            409: refusedSlot,
          },
        },
      },
      async request => {
        const actorId = personOf(request).id
        const { slug } = request.params
        const { id } = await moveSlot(deps, { slug, actorId, ...request.body })
        return presentOne(deps, id, actorId)
      },
    )
    app.post(
      '/api/parley/:slug/session/proposal/',
      {
        config: { policy: 'party' },
        schema: {
          tags: ['schedule'],
          params,
          body: proposeSlotsSchema,
          response: { 201: sessionRequestSchema, 409: refusedSlot },
        },
      },
      async (request, reply) => {
        const actorId = personOf(request).id
        const { slots, message, uuid } = request.body
        const proposed = { slug: request.params.slug, actorId, slots, message: message || null, uuid }
        const { id } = await proposeSlots(deps, proposed)
        return reply.code(201).send(await presentOne(deps, id, actorId))
      },
    )
    app.post(
      '/api/parley/:slug/session/proposal/answer/',
      {
        config: { policy: 'payer' },
        schema: {
          tags: ['schedule'],
          params,
          body: answerProposalSchema,
          response: { 200: sessionRequestSchema, 409: detailSchema },
        },
      },
      async request => {
        const actorId = personOf(request).id
        const { slug } = request.params
        const { id } = await answerProposal(deps, { slug, actorId, choice: request.body.choice })
        return presentOne(deps, id, actorId)
      },
    )
  }
}
