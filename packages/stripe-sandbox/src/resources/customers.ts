import type Stripe from 'stripe'
import type { Parameters } from '../http/parameters.ts'
import { newId, randomText } from '../identifiers.ts'
import type { Answer, Call, Route } from '../work.ts'
import { listRoute } from './lists.ts'

const ACCEPTS = ['email', 'name', 'phone', 'description', 'metadata', 'preferred_locales']

function create(call: Call): Answer {
  const customer: Stripe.Customer = withDetails(
    {
      id: newId('cus'),
      object: 'customer',
      address: null,
      balance: 0,
      created: call.seconds,
      currency: null,
      default_source: null,
      delinquent: false,
      description: null,
      discount: null,
      email: null,
      invoice_prefix: randomText(8).toUpperCase(),
      invoice_settings: {
        custom_fields: null,
        default_payment_method: null,
        footer: null,
        rendering_options: null,
      },
      livemode: false,
      metadata: {},
      name: null,
      phone: null,
      preferred_locales: [],
      shipping: null,
      tax_exempt: 'none',
      test_clock: null,
    },
    call.params,
  )
  call.store.insert(customer)
  call.emit('customer.created', customer)
  return customer
}

function update(call: Call): Answer {
  const customer = withDetails(call.store.named('customer', call.id), call.params)
  call.store.save(customer)
  call.emit('customer.updated', customer)
  return customer
}

function withDetails(customer: Stripe.Customer, params: Parameters): Stripe.Customer {
  const detail = (name: 'email' | 'name' | 'phone' | 'description') =>
    params.has(name) ? params.text(name) || null : (customer[name] ?? null)
  return {
    ...customer,
    email: detail('email'),
    name: detail('name'),
    phone: detail('phone'),
    description: detail('description'),
    metadata: params.metadata(customer.metadata),
    preferred_locales: params.has('preferred_locales')
      ? params.list('preferred_locales')
      : (customer.preferred_locales ?? []),
  }
}

function remove(call: Call): Answer {
  const customer = call.store.named('customer', call.id)
  const methods = call.store.page({
    kind: 'payment_method',
    conditions: ["json_extract(body, '$.customer') = ?"],
    values: [customer.id],
    limit: 1000,
    startingAfter: undefined,
    endingBefore: undefined,
  })
  for (const method of methods) {
    const detached = { ...method, customer: null }
    call.store.save(detached)
    call.store.setAttribute(method.id, 'spent', 'detached')
    call.emit('payment_method.detached', detached)
  }
  call.emit('customer.deleted', customer)
  call.store.retire(customer.id)
  return { id: customer.id, object: 'customer', deleted: true }
}

function retrieve(call: Call): Answer {
  return call.store.isRetired(call.id)
    ? { id: call.id, object: 'customer', deleted: true }
    : call.store.named('customer', call.id)
}

export const CUSTOMER_ROUTES: readonly Route[] = [
  { method: 'POST', path: '/v1/customers', access: 'secret', accepts: ACCEPTS, handle: create },
  listRoute('customer', '/v1/customers', ['email']),
  { method: 'GET', path: '/v1/customers/:id', access: 'secret', accepts: [], handle: retrieve },
  { method: 'POST', path: '/v1/customers/:id', access: 'secret', accepts: ACCEPTS, handle: update },
  { method: 'DELETE', path: '/v1/customers/:id', access: 'secret', accepts: [], handle: remove },
]
