import {
  bookingSchema,
  cancelRefusedSchema,
  cancelSchema,
  detailSchema,
  idField,
  listOf,
  MONEY_BACK_POLICIES,
  mainSessionSchema,
  type PaymentOptions,
  paidQuery,
  payAnswerSchema,
  paymentOptionsSchema,
  paymentReturnSchema,
  payRequestSchema,
  REQUEST_STATES,
  REQUEST_TYPES,
  refundAgainRefusedSchema,
  refundAgainSchema,
  refusedBookingSchema,
  rejectSchema,
  requestPageQuerySchema,
  requestsWithQuerySchema,
  sessionRequestSchema,
  slotSchema,
} from '@parley/contract'
import * as z from 'zod/mini'
import { isUuid, newId } from '../../core/ids.ts'
import type { Person } from '../../core/person.ts'
import { refuse } from '../../core/refusal.ts'
import type { App } from '../../http/app-type.ts'
import { pageOf } from '../../http/pages.ts'
import { personOf } from '../../http/policy.ts'
import type { LimitOf } from '../../http/rate-limits.ts'
import { areAllOpen } from '../accounts/public.ts'
import { areApart } from '../safety/public.ts'
import { acceptRequest, cancelRequest, rejectRequest } from './answer-request.ts'
import { profileOpens } from './blocks/profile-opens.ts'
import { type BookDeps, bookPrivate } from './book-private.ts'
import { listRequests } from './lists/list-requests.ts'
import { refundAgain } from './money/follow-refunds.ts'
import { paymentReturned, payRequest } from './pay-request.ts'
import { presentOne, presentRequests } from './present-request.ts'
import { findRequest, findRequestBySlug, type NamedRequest, type RequestRow } from './store.ts'

export interface RequestRoutesDeps extends BookDeps {
  limitOf: LimitOf
  /** The offer of an influencer and how it is paid; null without such an influencer. */
  paymentOptions(influencerId: string, viewer: Person): Promise<PaymentOptions | null>
  /** The influencer behind a profile's address; null when there is none for this viewer. */
  findInfluencerId(username: string, viewer: Person): Promise<string | null>
}

const partiesOf = ({ buyerId, influencerId, attendeeId }: RequestRow) => [buyerId, influencerId, attendeeId]

/**
 * By its slug, or a place at an event by its id, which the two people of a turn know from the line. Attack: ids are in
 * the order of time and a slug cannot be guessed, so a link that anybody may claim is found by its slug alone.
 */
async function findNamed({ db }: BookDeps, name: string): Promise<NamedRequest | undefined> {
  if (!isUuid(name)) return findRequestBySlug(db, name)
  const found = await findRequest(db, name)
  return found?.row.requestType === 'broadcast' ? found : undefined
}

/**
 * Whether a person who is no party may read a request: a prepaid link that nobody has accepted. Attack: words for which
 * a person was suspended, on a link that stays there for everybody.
 */
async function isOpenOffer({ db }: BookDeps, row: RequestRow, viewerId: string | null): Promise<boolean> {
  const { requestType, influencerId, buyerId } = row
  if (requestType !== 'prepaid' || influencerId) return false
  if (viewerId && (await areApart(db, viewerId, buyerId))) return false
  return areAllOpen(db, [buyerId])
}

const idParams = z.object({ id: idField })
const nameParams = z.object({ username: z.string() })
/**
 * 409 of a booking: the offer if it has changed, the nearest free times if that time is taken, or what else helps.
 */
const bookingConflictSchema = z.extend(refusedBookingSchema, {
  offer: z.optional(z.extend(mainSessionSchema, { money_back: z.enum(MONEY_BACK_POLICIES) })),
  slots: z.optional(z.array(slotSchema)),
})

/** Booking, paying and answering private requests. */
export function requestRoutes(deps: RequestRoutesDeps) {
  return (app: App): void => {
    buyerRoutes(app, deps)
    paymentRoutes(app, deps)
    refundRoutes(app, deps)
    influencerRoutes(app, deps)
  }
}

function buyerRoutes(app: App, deps: RequestRoutesDeps): void {
  app.get(
    '/api/parley/:username/parley_request/',
    {
      config: { policy: 'person' },
      schema: {
        params: nameParams,
        querystring: requestsWithQuerySchema,
        response: { 200: listOf(sessionRequestSchema) },
      },
    },
    async request => {
      const viewerId = personOf(request).id
      const influencerId = await deps.findInfluencerId(request.params.username, personOf(request))
      if (!influencerId) throw refuse.notFound('There is no such profile')
      const isOwner = viewerId === influencerId
      const { open, paid } = request.query
      if (open && !isOwner) throw refuse.forbidden()
      const incoming = open
        ? { openCallsOf: influencerId }
        : { incomingOf: influencerId, paid: paidFilterOf(paid) }
      const filter = isOwner ? incoming : { influencerId, buyerSideId: viewerId }
      const found = await listRequests(deps.db, filter, request.query)
      const results = await presentRequests(deps, deps.db, { requests: found.rows, viewerId })
      return pageOf(request, { ...found, results })
    },
  )
  app.post(
    '/api/parley/:username/parley_request/',
    {
      config: { policy: 'person', age: true, ...deps.limitOf('payment') },
      schema: {
        params: nameParams,
        body: bookingSchema,
        response: { 201: sessionRequestSchema, 403: refusedBookingSchema, 409: bookingConflictSchema },
      },
    },
    async (request, reply) => {
      const buyerId = personOf(request).id
      const uuid = request.body.uuid ?? newId()
      const made = await bookPrivate(deps, {
        buyerId,
        username: request.params.username,
        booking: request.body,
        uuid,
      })
      return reply.code(201).send(await presentOne(deps, made.id, buyerId))
    },
  )
  app.get(
    '/api/parley/:slug/session/',
    {
      config: { policy: 'anyone' },
      schema: {
        params: z.object({ slug: z.string() }),
        response: { 200: sessionRequestSchema, 404: detailSchema },
      },
    },
    async request => {
      const found = await findNamed(deps, request.params.slug)
      const viewerId = request.person?.id ?? null
      const isParty = found && viewerId && partiesOf(found.row).includes(viewerId)
      if (!found || !(isParty || (await isOpenOffer(deps, found.row, viewerId))))
        throw refuse.notFound('No paid session here')
      const [shown] = await presentRequests(deps, deps.db, { requests: [found], viewerId })
      if (!shown) throw refuse.notFound('No paid session here')
      return { ...shown, ...(await profileOpens(deps.db, found.row, viewerId)) }
    },
  )
}

function paymentRoutes(app: App, deps: RequestRoutesDeps): void {
  const asPayer = { policy: 'payer' as const, ...deps.limitOf('payment') }
  app.post(
    '/api/parley/parley_request/payment-intent/',
    { config: asPayer, schema: { body: paymentReturnSchema, response: { 200: sessionRequestSchema } } },
    async request => {
      const payerId = personOf(request).id
      const paid = await paymentReturned(deps, { payerId, intentId: request.body.paymentIntentId })
      return presentOne(deps, paid.id, payerId)
    },
  )
  app.get(
    '/api/influencer/:id/pay/',
    { config: { policy: 'person' }, schema: { params: idParams, response: { 200: paymentOptionsSchema } } },
    async request => {
      const options = await deps.paymentOptions(request.params.id, personOf(request))
      if (!options) throw refuse.notFound('There is no such influencer')
      return options
    },
  )
  app.post(
    '/api/influencer/parley_requests/:id/pay/',
    {
      config: asPayer,
      schema: { params: idParams, body: z.nullish(payRequestSchema), response: { 200: payAnswerSchema } },
    },
    request =>
      payRequest(deps, {
        requestId: request.params.id,
        payerId: personOf(request).id,
        cardId: request.body?.card ?? null,
        savesCard: request.body?.save_card === true,
      }),
  )
  app.post(
    '/api/influencer/parley_requests/:id/cancel/',
    {
      config: asPayer,
      schema: {
        params: idParams,
        body: z.nullish(cancelSchema),
        response: { 200: sessionRequestSchema, 409: cancelRefusedSchema },
      },
    },
    async request => {
      const actorId = personOf(request).id
      const { expect = null } = request.body ?? {}
      await cancelRequest(deps, { requestId: request.params.id, actorId, expect })
      return presentOne(deps, request.params.id, actorId)
    },
  )
}

function refundRoutes(app: App, deps: RequestRoutesDeps): void {
  app.post(
    '/api/influencer/parley_requests/:id/refund-again/',
    {
      config: { policy: 'payer', ...deps.limitOf('payment') },
      schema: {
        params: idParams,
        body: refundAgainSchema,
        response: { 200: sessionRequestSchema, 409: refundAgainRefusedSchema },
      },
    },
    async request => {
      const buyerId = personOf(request).id
      await refundAgain(deps, { requestId: request.params.id, buyerId, to: request.body.to })
      return presentOne(deps, request.params.id, buyerId)
    },
  )
}

const incomingQuery = z.extend(requestPageQuerySchema, {
  request_type: z.optional(z.enum(REQUEST_TYPES)),
  state: z.optional(z.enum(REQUEST_STATES)),
  paid: paidQuery,
})

/** Pages of the product ask for paid requests. Attack: to fill a person's list with unpaid bookings. */
function paidFilterOf(paid: z.infer<typeof paidQuery>): 'yes' | 'no' | 'either' {
  if (paid === undefined) return 'either'
  return paid === '1' || paid.toLowerCase() === 'true' ? 'yes' : 'no'
}

function influencerRoutes(app: App, deps: RequestRoutesDeps): void {
  app.get(
    '/api/influencer/requests/',
    {
      config: { policy: 'influencer' },
      schema: { querystring: incomingQuery, response: { 200: listOf(sessionRequestSchema) } },
    },
    async request => {
      const viewerId = personOf(request).id
      const { request_type: requestType, state, paid } = request.query
      const filter = { incomingOf: viewerId, requestType, state, paid: paidFilterOf(paid) }
      const found = await listRequests(deps.db, filter, request.query)
      const results = await presentRequests(deps, deps.db, { requests: found.rows, viewerId })
      return pageOf(request, { ...found, results })
    },
  )
  app.post(
    '/api/influencer/requests/:id/accept/',
    {
      config: { policy: 'party', age: true },
      schema: { params: idParams, response: { 200: sessionRequestSchema } },
    },
    async request => {
      const actorId = personOf(request).id
      await acceptRequest(deps, { requestId: request.params.id, actorId })
      return presentOne(deps, request.params.id, actorId)
    },
  )
  app.post(
    '/api/influencer/requests/:id/reject/',
    {
      config: { policy: 'party' },
      schema: { params: idParams, body: z.nullish(rejectSchema), response: { 200: sessionRequestSchema } },
    },
    async request => {
      const actorId = personOf(request).id
      await rejectRequest(deps, {
        requestId: request.params.id,
        actorId,
        reason: request.body?.reason || null,
      })
      return presentOne(deps, request.params.id, actorId)
    },
  )
}
