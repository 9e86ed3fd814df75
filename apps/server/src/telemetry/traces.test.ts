import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, expect, test } from 'vitest'
import { apiCaller } from '../testing/api-caller.ts'
import { createTestDatabase } from '../testing/database.ts'
import { freePort } from '../testing/free-port.ts'
import { serverProcess } from '../testing/server-process.ts'
import { temporaryDirectory } from '../testing/temporary-directory.ts'

interface OtlpSpan {
  name: string
  traceId: string
  spanId: string
  parentSpanId?: string
  attributes: { key: string; value: Record<string, unknown> }[]
}

const closing: (() => Promise<unknown>)[] = []
afterAll(async () => {
  for (const close of closing.reverse()) await close()
})

/** A collector that takes OTLP over HTTP, as JSON. */
async function openCollector() {
  const bodies: string[] = []
  const server = createServer(async (request, response) => {
    bodies.push(await text(request))
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => new Promise(resolve => server.close(resolve)))
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    everything: () => bodies.join('\n'),
    spans: () =>
      bodies.flatMap(body => {
        const { resourceSpans } = JSON.parse(body) as {
          resourceSpans: { scopeSpans: { spans: OtlpSpan[] }[] }[]
        }
        return resourceSpans.flatMap(each => each.scopeSpans.flatMap(scope => scope.spans))
      }),
  }
}

test('a request is traced from its route to its queries and the payment provider, without anybody’s data', {
  timeout: 180_000,
}, async () => {
  const [collector, database] = [await openCollector(), await createTestDatabase({ size: 2 })]
  closing.push(() => database.close())
  const server = serverProcess({
    port: await freePort(),
    dataDir: await temporaryDirectory(),
    env: {
      DATABASE_URL: database.connectionString,
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
      NODE_ENV: 'test',
    },
  })
  await server.start()
  closing.push(() => server.stop())
  const caller = apiCaller(server.origin)
  const [star, fan] = [await caller.influencer('planted-star'), await caller.fan('planted-fan')]
  const booked = await caller.book(fan, star)
  await caller.pay(fan, booked.body)
  await fetch(`${server.origin}/api/parley/planted-star/?t=planted-ticket`)
  await server.stop()

  const spans = collector.spans()
  const saidOf = (span: OtlpSpan | undefined, key: string) =>
    span?.attributes.find(each => each.key === key)?.value.stringValue
  const shown = spans.find(span => span.name === 'GET /api/parley/:username/')
  expect(saidOf(shown, 'http.route')).toBe('/api/parley/:username/')
  const pay = spans.find(span => span.name.endsWith('/api/influencer/parley_requests/:id/pay/'))
  const ofPay = spans.filter(span => span.traceId === pay?.traceId)
  expect(ofPay.some(span => saidOf(span, 'db.collection.name') === 'session_requests')).toBe(true)
  const provider = ofPay.find(span => span.name.startsWith('payments.'))
  expect(saidOf(provider, 'parley.provider')).toBe('payments')
  expect(ofPay.some(span => span.spanId === provider?.parentSpanId)).toBe(true)

  const secrets = ['planted', 'example.org', fan.access, fan.id, booked.body.slug, 'select ', 'values (']
  for (const secret of secrets) expect(collector.everything()).not.toContain(secret)
})
