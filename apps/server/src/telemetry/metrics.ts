import type { Pence } from '@parley/contract'
import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import type { ServedRequest } from '../core/error-reports.ts'
import { Outage } from '../core/outage.ts'
import { Refusal } from '../core/refusal.ts'

const REQUEST_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const CALL_SECONDS = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]
/** A label takes no more words than this, should one ever come from outside; the rest are counted as `other`. */
const LABEL_VALUES_MAX = 300

/** What is counted while the server works. Labels are words of the source, never ids, names or addresses. */
export interface Metrics {
  registry: Registry
  /** An answer, by its route's pattern and the class of its status. */
  served(request: Pick<ServedRequest, 'method' | 'route' | 'status' | 'startedMs' | 'endedMs'>): void
  /** Work that a change wrote into the outbox: what happened to requests and money shows in it. */
  written(topic: string, payload: object): void
  /** A call to somebody else's system that has ended, and how. */
  called(call: { provider: string; call: string; seconds: number; error?: unknown }): void
}

/** The routes that make a request, and what kind. A repeated booking with the same `uuid` counts again. */
const BOOKINGS: ReadonlyMap<string, string> = new Map([
  ['POST /api/parley/:username/parley_request/', 'private'],
  ['POST /api/parley/:username/live_event/', 'broadcast'],
  ['POST /api/parley/prepaid-link/', 'prepaid'],
])

/**
 * How often Node measures how late its event loop is; the figure includes this interval. Every 10 ms, prom-client's
 * default, cost a third of the CPU of a server that nobody uses.
 */
const EVENT_LOOP_EVERY_MS = 50

/** What Node says of each of the nine spaces of its heap: nobody reads it beside the sum. */
const NEEDLESS = ['total', 'used', 'available'].map(part => `nodejs_heap_space_size_${part}_bytes`)

/** Counters and histograms of one server, and what Node says of its process. */
export function createMetrics(): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: EVENT_LOOP_EVERY_MS })
  for (const name of NEEDLESS) registry.removeSingleMetric(name)
  const requests = new Histogram({
    name: 'parley_http_request_duration_seconds',
    help: 'Time from the request to the end of its answer, by pattern of the route.',
    labelNames: ['method', 'route', 'status'],
    buckets: REQUEST_SECONDS,
    registers,
  })
  const bookings = counter('parley_bookings_total', 'Requests that were booked, by kind.', ['kind'])
  const changes = counter('parley_request_changes_total', 'Changes of requests, by what was done.', [
    'action',
  ])
  const payments = counter('parley_payments_total', 'Payments that came to a status.', ['status'])
  const refunds = counter('parley_refunds_total', 'Refunds that were decided.', [])
  const refundedPence = counter('parley_refunded_pence_total', 'Pence that go back to buyers.', [])
  const claims = counter('parley_claims_total', 'Prepaid links that were claimed.', [])
  const written = counter('parley_outbox_written_total', 'Work written into the outbox.', ['topic'])
  const outages = counter('parley_provider_outages_total', 'Failures of others.', ['provider'])
  const calls = new Histogram({
    name: 'parley_provider_call_duration_seconds',
    help: 'Time of calls to other systems, by outcome.',
    labelNames: ['provider', 'call', 'outcome'],
    buckets: CALL_SECONDS,
    registers,
  })

  function counter(name: string, help: string, labelNames: string[]) {
    return new Counter({ name, help, labelNames, registers })
  }

  const routes = new Map<string, Histogram.Internal<'method' | 'route' | 'status'>>()
  const [actions, topics, statuses] = [boundedWords(), boundedWords(), boundedWords()]

  return {
    registry,
    served({ method, route, status, startedMs, endedMs }) {
      const key = `${method} ${route}`
      const statusClass = `${Math.trunc(status / 100)}xx`
      let known = routes.get(`${key} ${statusClass}`)
      if (!known) {
        known = requests.labels({ method, route, status: statusClass })
        routes.set(`${key} ${statusClass}`, known)
      }
      known.observe((endedMs - startedMs) / 1000)
      const kind = status === 201 ? BOOKINGS.get(key) : undefined
      if (kind) bookings.inc({ kind })
    },
    written(topic, payload) {
      written.inc({ topic: topics(topic) })
      if (topic !== 'requests.changed') return
      const { action, fromPayment, payment, refund } = payload as unknown as RequestChange
      changes.inc({ action: actions(action) })
      if (action === 'claim') claims.inc()
      if (payment !== fromPayment) payments.inc({ status: statuses(payment) })
      if (!refund) return
      refunds.inc()
      refundedPence.inc(refund.pence)
    },
    called({ provider, call, seconds, error }) {
      calls.observe({ provider, call, outcome: outcomeOf(error) }, seconds)
      if (error instanceof Outage) outages.inc({ provider })
    },
  }
}

/** What metrics read of the event that a change of a request writes. */
interface RequestChange {
  action: string
  fromPayment: string
  payment: string
  refund: { pence: Pence } | null
}

function outcomeOf(error: unknown): 'ok' | 'refused' | 'outage' | 'bug' {
  if (error === undefined) return 'ok'
  if (error instanceof Outage) return 'outage'
  return error instanceof Refusal ? 'refused' : 'bug'
}

/** Words for a label: those of the source, and at most so many. */
function boundedWords(): (word: unknown) => string {
  const known = new Set<string>()
  return word => {
    if (typeof word !== 'string' || !/^[a-z][a-z0-9._-]{0,60}$/i.test(word)) return 'other'
    if (known.size >= LABEL_VALUES_MAX && !known.has(word)) return 'other'
    known.add(word)
    return word
  }
}
