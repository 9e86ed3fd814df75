import type { NodeSDKConfiguration } from '@opentelemetry/sdk-node'

type SpanExporter = NodeSDKConfiguration['traceExporter']
type Span = Parameters<SpanExporter['export']>[0][number]

/** What may be said of a span: patterns, codes, hosts. Everything else may hold an address, a token or a value. */
const EXPORTED = new Set([
  'http.request.method',
  'http.response.status_code',
  'http.route',
  'http.method',
  'http.status_code',
  'network.protocol.version',
  'server.address',
  'server.port',
  'net.peer.name',
  'net.peer.port',
  'error.type',
  'db.system',
  'db.system.name',
  'db.name',
  'db.namespace',
  'db.operation.name',
  'fastify.type',
  'parley.provider',
  'parley.call',
])

/** A span with what may be reported of it; its name is kept only where it is made of our own words. */
export function plainSpan(span: Span): Span {
  const attributes = Object.fromEntries(
    Object.entries(span.attributes).filter(([name]) => EXPORTED.has(name)),
  )
  const statement = String(span.attributes['db.statement'] ?? span.attributes['db.query.text'] ?? '')
  const table = /\b(?:from|into|update|join)\s+"?([a-z_]{1,63})"?/i.exec(statement)?.[1]
  if (table) attributes['db.collection.name'] = table
  return {
    name: plainName(span),
    kind: span.kind,
    spanContext: () => span.spanContext(),
    ...(span.parentSpanContext ? { parentSpanContext: span.parentSpanContext } : {}),
    startTime: span.startTime,
    endTime: span.endTime,
    // Messages of errors, and events that quote them, are left out.
    status: { code: span.status.code },
    attributes,
    links: [],
    events: [],
    duration: span.duration,
    ended: span.ended,
    resource: span.resource,
    instrumentationScope: span.instrumentationScope,
    droppedAttributesCount: 0,
    droppedEventsCount: 0,
    droppedLinksCount: 0,
  }
}

/** Attack: a path as a name, as `GET /profile/ann`: names are methods with patterns, operations, or words with dots. */
function plainName(span: Span): string {
  const route = span.attributes['http.route']
  const method = /^[A-Z]{3,7}\b/.exec(span.name)?.[0]
  if (method) return typeof route === 'string' ? `${method} ${route}` : method
  // A query's name holds the database's, which only the operator reads; a handler's may be a whole function.
  return /^[\w.:@-]{1,60}(?: [\w-]{1,63})?$/.test(span.name) ? span.name : 'handler'
}

/** The same exporter, which is given plain spans only. */
export function plainSpans(exporter: SpanExporter): SpanExporter {
  return {
    export: (spans, done) => exporter.export(spans.map(plainSpan), done),
    shutdown: () => exporter.shutdown(),
    forceFlush: async () => exporter.forceFlush?.(),
  }
}
