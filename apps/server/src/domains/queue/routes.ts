import {
  crewSchema,
  detailSchema,
  fieldErrorsSchema,
  PRODUCT,
  queueDeskSchema,
  queueNoteSchema,
  queueReadySchema,
  queueSchema,
  queueStepSchema,
} from '@parley/contract'
import * as z from 'zod/mini'
import { refuse } from '../../core/refusal.ts'
import type { Tx } from '../../db/client.ts'
import type { Routes } from '../../http/app-type.ts'
import { personOf } from '../../http/policy.ts'
import { findEventRow } from '../live-events/public.ts'
import { findOwnPlace } from '../requests/public.ts'
import { changeQueue } from './change-queue.ts'
import { isUsher, refusePauseToWaiting, refuseToUsher, setCrew, showCrew } from './crew.ts'
import { isHiddenFrom, isOfPrivateOwner } from './hidden-event.ts'
import type { QueueAction } from './machine/step.ts'
import { showQueue } from './show-queue.ts'
import type { EventRow } from './store.ts'
import { passOverAbsent, type WiredQueue } from './who-is-here.ts'

const params = z.object({ slug: z.string() })
const response = { 200: queueSchema, 403: detailSchema, 404: detailSchema, 409: detailSchema }
const BY_HOST = ['open', 'next', 'pause', 'resume', 'end'] as const
/** What of that an usher may do too: nothing that ends a turn or moves money. */
const BY_USHER: readonly string[] = ['pause', 'resume']
const OF_A_FAN = ['move', 'skip', 'readmit', 'remove'] as const

/** The line of a queue, what its host does to it, and what each fan says for their own place. */
export function queueRoutes(deps: WiredQueue): Routes {
  return app => {
    const schema = { tags: ['live event'], params, response }
    app.get(
      `/api/${PRODUCT}/:slug/queue/`,
      {
        config: { policy: 'party' },
        schema: { ...schema, response: { 200: queueSchema, 404: detailSchema } },
      },
      request => showQueue(deps, { slug: request.params.slug, viewer: personOf(request) }),
    )
    const crew = {
      config: { policy: 'party' as const },
      schema: { ...schema, response: { ...response, 200: crewSchema } },
    }
    app.get(`/api/${PRODUCT}/:slug/event/crew/`, crew, request =>
      showCrew(deps, { slug: request.params.slug, person: personOf(request) }),
    )
    app.put(
      `/api/${PRODUCT}/:slug/event/crew/`,
      {
        ...crew,
        schema: {
          ...crew.schema,
          body: crewSchema,
          response: { ...response, 200: crewSchema, 400: fieldErrorsSchema, 429: detailSchema },
        },
      },
      request => setCrew(deps, { slug: request.params.slug, person: personOf(request), crew: request.body }),
    )
    for (const kind of BY_HOST) {
      app.post(
        `/api/${PRODUCT}/:slug/queue/${kind}/`,
        { config: { policy: 'party' }, schema: { ...schema, body: queueStepSchema } },
        async request => {
          const viewer = personOf(request)
          const { slug } = request.params
          const decide = async (event: EventRow, tx: Tx) => {
            const role = await deskRole(tx, event, viewer.id)
            if (role === 'usher' && !BY_USHER.includes(kind)) throw refuse.forbidden('The host does that')
            if (role === 'usher' && kind === 'pause') await refusePauseToWaiting(tx, event, viewer.id)
            return { kind }
          }
          const event = kind === 'open' ? await findEventRow(deps.db, { slug }) : null
          if (event?.influencerId === viewer.id) await passOverAbsent(deps, event.id)
          await changeQueue(deps, { by: { slug }, version: request.body.version, decide })
          return showQueue(deps, { slug, viewer })
        },
      )
    }
    app.post(
      `/api/${PRODUCT}/:slug/queue/note/`,
      { config: { policy: 'party' }, schema: { ...schema, body: queueNoteSchema } },
      async request => {
        const viewer = personOf(request)
        const { slug } = request.params
        const { version, says } = request.body
        const decide = async (event: EventRow, tx: Tx): Promise<QueueAction> => {
          await deskRole(tx, event, viewer.id)
          return { kind: 'note', says }
        }
        await changeQueue(deps, { by: { slug }, version, decide })
        return showQueue(deps, { slug, viewer })
      },
    )
    for (const kind of OF_A_FAN) {
      app.post(
        `/api/${PRODUCT}/:slug/queue/${kind}/`,
        { config: { policy: 'party' }, schema: { ...schema, body: queueDeskSchema } },
        async request => {
          const viewer = personOf(request)
          const { slug } = request.params
          const { version, place, after = null } = request.body
          const decide = async (event: EventRow, tx: Tx) => {
            const role = await deskRole(tx, event, viewer.id)
            if (role === 'usher') await refuseToUsher(tx, { event, usherId: viewer.id, step: kind, place })
            return kind === 'move' ? { kind, place, after } : { kind, place }
          }
          await changeQueue(deps, { by: { slug }, version, decide })
          return showQueue(deps, { slug, viewer })
        },
      )
    }
    for (const kind of ['ready', 'leave'] as const) {
      app.post(
        `/api/${PRODUCT}/:slug/queue/${kind}/`,
        {
          config: { policy: 'party' },
          schema: { ...schema, body: kind === 'ready' ? queueReadySchema : z.object({}) },
        },
        async request => {
          const viewer = personOf(request)
          const { slug } = request.params
          const decide = async (event: EventRow, tx: Tx) => {
            const own = await findOwnPlace(tx, { eventId: event.id, buyerId: viewer.id })
            if (!own || (await isHiddenFrom(tx, event, viewer.id)))
              throw refuse.notFound('You have no place in this queue')
            return { kind, place: own.id }
          }
          await changeQueue(deps, { by: { slug }, decide })
          return showQueue(deps, { slug, viewer })
        },
      )
    }
  }
}

/** Host or usher; 403 for everybody else, 404 for whom the event is not there. */
async function deskRole(tx: Tx, event: EventRow, personId: string): Promise<'host' | 'usher'> {
  if (event.influencerId === personId) return 'host'
  const notThere = () => refuse.notFound('There is no such queue')
  if (await isHiddenFrom(tx, event, personId)) throw notThere()
  if (await isUsher(tx, event.id, personId)) return 'usher'
  if (await isOfPrivateOwner(tx, event, personId)) throw notThere()
  throw refuse.forbidden('This queue is not yours')
}
