import type { MonitorStats } from '@parley/media'
import { Registry } from 'prom-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Outage } from '../core/outage.ts'
import { refuse } from '../core/refusal.ts'
import { openTestServer, type TestServer } from '../testing/test-server.ts'
import { measuredPort } from './measured-port.ts'
import { createMetrics } from './metrics.ts'
import { metricsText, prefixed } from './metrics-text.ts'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer()
})
afterAll(() => server.close())

const read = async () => (await fetch(`${server.origin}/metrics`)).text()
/** The value of a series, written as Prometheus writes it. */
const figureOf = (text: string, series: string) =>
  Number(
    text
      .split('\n')
      .find(line => line.startsWith(`${series} `))
      ?.slice(series.length + 1),
  )

/** What is counted of our own, without how much. */
const seriesOf = (text: string) =>
  text
    .split('\n')
    .filter(line => line.startsWith('parley_'))
    .map(line => line.slice(0, line.lastIndexOf(' ')))
    .sort()

test('what happens to requests and money is counted', async () => {
  const [star, fan] = [await server.influencer('star'), await server.fan('fan')]
  const booked = await server.bookAndPay(fan, star)
  await server.call(star, `POST /api/influencer/requests/${booked.id}/reject/`, { reason: 'ill' })
  const link = { amount: '10.00', duration: 600, description: 'Ten minutes for somebody' }
  await server.call(fan, 'POST /api/parley/prepaid-link/', link)
  const text = await read()
  expect(figureOf(text, 'parley_bookings_total{kind="private"}')).toBe(1)
  expect(figureOf(text, 'parley_bookings_total{kind="prepaid"}')).toBe(1)
  expect(figureOf(text, 'parley_payments_total{status="paid"}')).toBe(1)
  expect(figureOf(text, 'parley_refunds_total')).toBe(1)
  expect(figureOf(text, 'parley_refunded_pence_total')).toBe(Number(booked.amount) * 100)
  expect(figureOf(text, 'parley_request_changes_total{action="reject"}')).toBe(1)
})

test('the work that waits, the connections, the calls and the process have their figures', async () => {
  const text = await read()
  for (const name of [
    'parley_outbox_due',
    'parley_outbox_failing',
    'parley_outbox_oldest_due_seconds',
    'parley_refunds_late',
    'parley_db_connections_open',
    'parley_db_connections_idle',
    'parley_db_queries_waiting',
    'parley_sockets_open',
    'parley_live_calls',
    'parley_watched_calls',
    'parley_call_sockets',
    'parley_lost_leases_total',
    'parley_keys_unwrapped',
    'process_resident_memory_bytes',
    'nodejs_heap_size_used_bytes',
    'process_cpu_seconds_total',
    'nodejs_eventloop_lag_p99_seconds',
  ]) {
    expect(figureOf(text, name), name).toBeGreaterThanOrEqual(0)
  }
  // It includes the interval of the measurement, which every 10 ms would cost a third of an idle server's CPU.
  expect(figureOf(text, 'nodejs_eventloop_lag_min_seconds')).toBeGreaterThan(0.04)
  const series = text.split('\n').filter(line => line !== '' && !line.startsWith('#'))
  const names = series.map(line => line.slice(0, line.lastIndexOf(' ')))
  expect(new Set(names).size).toBe(names.length)
})

/** The names of the metrics that have no sentence about them, or no type. */
function undescribed(text: string): string[] {
  const named = text.matchAll(/^# HELP (\S+) *(.*)\n# TYPE \S+ (\S+)$/gm)
  return [...named].filter(([, , help, type]) => !help || type === 'untyped').map(([, name]) => String(name))
}

test('each metric has a sentence about it and a type, with either video provider', async () => {
  const monitor = {
    ...{ roomsMonitored: 1, packetsReceived: 2, callbackErrors: 0, cpuPercent: 1, rssBytes: 1 },
  } satisfies MonitorStats
  const ofLiveKit = {
    ...monitor,
    rooms: 1,
    connections: 2,
    roomsUnmonitored: 0,
    monitorUp: 1,
    monitorDeaths: 0,
  }
  const text = await metricsText(new Registry(), prefixed('parley_video_', ofLiveKit))
  expect(text).toContain(
    '# TYPE parley_video_packets_received_total counter\nparley_video_packets_received_total 2\n',
  )
  expect([...undescribed(text), ...undescribed(await read())]).toEqual([])
  expect(undescribed(await metricsText(new Registry(), { parley_new: 1 }))).toEqual(['parley_new'])
})

test('calls of the payment provider are timed under their names', async () => {
  const text = await read()
  const count = 'parley_provider_call_duration_seconds_count'
  expect(text).toMatch(
    new RegExp(`^${count}\\{provider="payments",call="createIntent",outcome="ok"\\} \\d+$`, 'm'),
  )
})

test('however many addresses are asked for, no series is added for one, and none holds a name or an id', async () => {
  const fan = await server.fan('curious')
  const scrape = async (round: number) => {
    for (let i = 0; i < 20; i++) {
      await server.call(null, `GET /api/parley/stranger-${round}-${i}/`)
      await server.call(null, `GET /wp-admin/stranger-${round}-${i}`)
      await server.call(fan, `GET /api/parley/stranger-${round}-${i}/session/`)
    }
  }
  await scrape(1)
  await read()
  const before = seriesOf(await read())
  await scrape(2)
  const text = await read()
  expect(seriesOf(text)).toEqual(before)
  expect(text).toContain('route="/api/parley/:username/"')
  for (const word of ['stranger', 'curious', fan.id, '@', 'wp-admin']) expect(text).not.toContain(word)
})

test('words from outside cannot become labels without end', () => {
  const metrics = createMetrics()
  for (let i = 0; i < 1_000; i++) metrics.written(`topic${i}`, {})
  metrics.written('requests.changed', { action: 'ann@example.org', fromPayment: 'paid', payment: 'paid' })
  return metrics.registry.metrics().then(text => {
    expect(text.match(/^parley_outbox_written_total\{/gm)).toHaveLength(301)
    expect(text).not.toContain('ann@')
    expect(text).toContain('parley_request_changes_total{action="other"} 1')
  })
})

test('an outage of a provider is counted as one; a refusal and a bug are not', async () => {
  const metrics = createMetrics()
  class Away {
    #calls = 0
    async pay(error: Error): Promise<number> {
      this.#calls++
      throw error
    }
    async scrape(): Promise<number> {
      return ++this.#calls
    }
    label() {
      return 'plain'
    }
  }
  const port = measuredPort(metrics, 'payments', new Away())
  for (const error of [new Outage('stripe', 'yes', null), refuse.notFound(), new Error('bug')]) {
    await expect(port.pay(error)).rejects.toBe(error)
  }
  expect(await port.scrape()).toBe(4)
  expect(port.label()).toBe('plain')
  const text = await metrics.registry.metrics()
  expect(text).toContain('parley_provider_outages_total{provider="payments"} 1')
  for (const outcome of ['outage', 'refused', 'bug']) {
    expect(text).toContain(`_count{provider="payments",call="pay",outcome="${outcome}"} 1`)
  }
  expect(text).not.toContain('call="label"')
})

test('with METRICS_TOKEN the metrics are for everybody who has it', async () => {
  const closed = await openTestServer({ env: { METRICS_TOKEN: 'a long token of the operator' } })
  const scrape = (authorization?: string) =>
    fetch(`${closed.origin}/metrics`, authorization ? { headers: { authorization } } : {})
  expect((await scrape()).status).toBe(401)
  expect((await scrape('Bearer another')).status).toBe(401)
  expect((await scrape('Bearer a long token of the operator')).status).toBe(200)
  await closed.close()
})
