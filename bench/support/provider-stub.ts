/**
 * A payment provider that only answers Stripe's requests of a booking, each with a new id. It is a separate process, so
 * that its cost is not counted.
 */
import { createServer } from 'node:http'

const CREATED = 1_700_000_000
let count = 0

/** The fields of Stripe's objects that a booking reads. */
function objectAt(path: string, form: URLSearchParams): object | null {
  const id = ++count
  if (path === '/v1/customers') return { id: `cus_bench${id}`, object: 'customer', created: CREATED }
  if (path !== '/v1/payment_intents') return null
  const metadata = [...form].flatMap(([name, value]) => {
    const key = /^metadata\[(.+)\]$/.exec(name)?.[1]
    return key ? [[key, value]] : []
  })
  return {
    id: `pi_bench${id}`,
    object: 'payment_intent',
    amount: Number(form.get('amount')),
    currency: form.get('currency'),
    customer: form.get('customer'),
    status: 'requires_payment_method',
    client_secret: `pi_bench${id}_secret_bench`,
    created: CREATED,
    metadata: Object.fromEntries(metadata),
    latest_charge: null,
    next_action: null,
    last_payment_error: null,
    payment_method: null,
    setup_future_usage: null,
  }
}

const server = createServer(async (request, response) => {
  let body = ''
  for await (const chunk of request) body += String(chunk)
  const found = request.method === 'POST' && objectAt(request.url ?? '', new URLSearchParams(body))
  response.writeHead(found ? 200 : 404, { 'content-type': 'application/json' })
  const missing = { error: { type: 'invalid_request_error', message: `No such thing: ${request.url}` } }
  response.end(JSON.stringify(found || missing))
})
server.keepAliveTimeout = 60_000
server.listen(Number(process.env.PORT), '127.0.0.1')
