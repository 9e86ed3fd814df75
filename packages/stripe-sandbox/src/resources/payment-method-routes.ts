import { noSuchObject, refusedRequest, StripeError } from '../errors.ts'
import type { Answer, Call, Route } from '../work.ts'
import { LIST_PARAMETERS, listPage } from './lists.ts'
import {
  attachToCustomer,
  createPaymentMethod,
  declineOnAttach,
  paymentMethodNamed,
  refuseSpent,
} from './payment-methods.ts'

function attach(call: Call): Answer {
  const customer = call.store.referred('customer', call.params.required('customer'))
  const method = paymentMethodNamed(call, call.id)
  const decline = declineOnAttach(call.store, method.id)
  if (decline === null) return attachToCustomer(call, method, customer.id)
  const { code, declineCode, message } = decline
  return new StripeError({
    status: 402,
    body: { type: 'card_error', code, decline_code: declineCode, message },
    kept: 'kept',
  })
}

function detach(call: Call): Answer {
  const method = call.store.named('payment_method', call.id)
  refuseSpent(call.store, method)
  if (method.customer === null) {
    throw refusedRequest(
      'The payment method you provided is not attached to a customer so detachment is impossible.',
      {
        code: 'payment_method_unexpected_state',
      },
    )
  }
  const detached = { ...method, customer: null }
  call.store.save(detached)
  call.store.setAttribute(method.id, 'spent', 'detached')
  call.emit('payment_method.detached', detached)
  return detached
}

function update(call: Call): Answer {
  const method = call.store.named('payment_method', call.id)
  const updated = { ...method, metadata: call.params.metadata(method.metadata ?? {}) }
  call.store.save(updated)
  call.emit('payment_method.updated', updated)
  return updated
}

function listOf(call: Call, customer: string, url: string): Answer {
  call.store.named('customer', customer)
  const narrowed = call.params.with('customer', customer)
  return listPage(call, { kind: 'payment_method', url, filters: ['customer', 'type'] }, narrowed)
}

function retrieveOfCustomer(call: Call): Answer {
  const method = call.store.named('payment_method', call.sub)
  if (method.customer !== call.id) throw noSuchObject('payment_method', call.sub)
  return method
}

export const PAYMENT_METHOD_ROUTES: readonly Route[] = [
  {
    method: 'POST',
    path: '/v1/payment_methods',
    access: 'browser',
    accepts: ['type', 'card', 'billing_details', 'metadata', 'allow_redisplay'],
    handle: call => createPaymentMethod(call, call.params),
  },
  {
    method: 'GET',
    path: '/v1/payment_methods',
    access: 'secret',
    accepts: [...LIST_PARAMETERS, 'customer', 'type'],
    handle: call => listOf(call, call.params.required('customer'), '/v1/payment_methods'),
  },
  {
    method: 'GET',
    path: '/v1/payment_methods/:id',
    access: 'secret',
    accepts: [],
    handle: call => call.store.named('payment_method', call.id),
  },
  {
    method: 'POST',
    path: '/v1/payment_methods/:id',
    access: 'secret',
    accepts: ['metadata'],
    handle: update,
  },
  {
    method: 'POST',
    path: '/v1/payment_methods/:id/attach',
    access: 'secret',
    accepts: ['customer'],
    handle: attach,
  },
  { method: 'POST', path: '/v1/payment_methods/:id/detach', access: 'secret', accepts: [], handle: detach },
  {
    method: 'GET',
    path: '/v1/customers/:id/payment_methods',
    access: 'secret',
    accepts: [...LIST_PARAMETERS, 'type', 'allow_redisplay'],
    handle: call => listOf(call, call.id, `/v1/customers/${call.id}/payment_methods`),
  },
  {
    method: 'GET',
    path: '/v1/customers/:id/payment_methods/:sub',
    access: 'secret',
    accepts: [],
    handle: retrieveOfCustomer,
  },
]
