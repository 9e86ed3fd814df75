import type Stripe from 'stripe'
import { newId } from '../identifiers.ts'
import type { EventObject, Store } from '../store.ts'
import type { Call, Route } from '../work.ts'
import { LIST_PARAMETERS, listPage } from './lists.ts'

/** The version whose shapes are spoken: the one the pinned SDK asks for. */
export const API_VERSION = '2026-10-28.endive'

export interface EventOrigin {
  requestId: string | null
  idempotencyKey: string | null
}

export interface EventFacts {
  type: Stripe.Event['type']
  object: EventObject
  /** The connected account of the event. */
  account?: string | undefined
  seconds: number
  origin: EventOrigin
}

/** Writes an event with the object as it is at this moment. */
export function recordEvent(store: Store, facts: EventFacts): { id: string; type: string } {
  const event = {
    id: newId('evt'),
    object: 'event' as const,
    api_version: API_VERSION,
    created: facts.seconds,
    data: { object: facts.object },
    livemode: false,
    pending_webhooks: 1,
    request: { id: facts.origin.requestId, idempotency_key: facts.origin.idempotencyKey },
    type: facts.type,
    ...(facts.account === undefined ? {} : { account: facts.account }),
  }
  store.insertRaw(event)
  return event
}

function list(call: Call): object {
  const url = '/v1/events'
  const types = call.params.list('types')
  if (types.length === 0) return listPage(call, { kind: 'event', url, filters: ['type'] }, call.params)
  return listPage(
    call,
    { kind: 'event', url, filters: [], oneOf: { field: 'type', values: types } },
    call.params,
  )
}

export const EVENT_ROUTES: readonly Route[] = [
  {
    method: 'GET',
    path: '/v1/events',
    access: 'secret',
    accepts: [...LIST_PARAMETERS, 'type', 'types'],
    handle: list,
  },
  {
    method: 'GET',
    path: '/v1/events/:id',
    access: 'secret',
    accepts: [],
    handle: call => call.store.named('event', call.id),
  },
]
