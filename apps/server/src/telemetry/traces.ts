import { createRequire, syncBuiltinESMExports } from 'node:module'
import { FastifyOtelInstrumentation } from '@fastify/otel'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { HttpInstrumentation } from '@opentelemetry/instrumentation-http'
import { PgInstrumentation } from '@opentelemetry/instrumentation-pg'
import { NodeSDK } from '@opentelemetry/sdk-node'
import { plainSpans } from './plain-spans.ts'

/** Probes and the collector's own calls would be most of all traces. */
const UNTRACED = /^\/(?:healthz|readyz|metrics|assets\/)/

/**
 * Sends traces to where the standard variables say (`OTEL_EXPORTER_OTLP_ENDPOINT` and its siblings). To be called
 * before the server is put together. Answers how to send what is left and stop.
 */
export function startTraces(serviceName: string): () => Promise<void> {
  const sdk = new NodeSDK({
    serviceName,
    traceExporter: plainSpans(new OTLPTraceExporter()),
    metricReaders: [],
    logRecordProcessors: [],
    // Resources of the process hold its arguments and paths.
    autoDetectResources: false,
    instrumentations: [
      new HttpInstrumentation({
        ignoreIncomingRequestHook: request => UNTRACED.test(request.url ?? ''),
        requireParentforOutgoingSpans: true,
      }),
      new FastifyOtelInstrumentation({ registerOnInitialization: true, instrumentHooks: false }),
      new PgInstrumentation({ requireParentSpan: true, ignoreConnectSpans: true }),
    ],
  })
  sdk.start()
  // Instrumentations act when a module is required; ours are imported. What they change is shared, so asking once is
  // enough.
  const require = createRequire(import.meta.url)
  for (const name of ['http', 'https', 'pg']) require(name)
  syncBuiltinESMExports()
  return () => sdk.shutdown()
}
