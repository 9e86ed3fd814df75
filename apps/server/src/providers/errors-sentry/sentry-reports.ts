import { TRACES_SAMPLE_RATE } from '@parley/contract'
import { defaultStackParser, makeNodeTransport, NodeClient } from '@sentry/node'
import type { BugPlace, ErrorReports } from '../../core/error-reports.ts'
import { bugEvent, servedEvent } from './bug-event.ts'

export interface SentrySettings {
  dsn: string
  environment: 'production' | 'development'
}

const CLOSE_LIMIT_MS = 2_000
/** What waits to be sent at most; while Sentry is unavailable the rest is dropped, since the log has it all. */
const WAITING_MAX = 100
/** The same bug at the same place is reported again no sooner: a broken page must not become a flood. */
const AGAIN_AFTER_MS = 60_000
const REMEMBERED_MAX = 1_000

/** Sends bugs and traces to Sentry, by a client that collects nothing by itself. */
export function openSentryReports({ dsn, environment }: SentrySettings): ErrorReports {
  // No integrations: what they would gather (requests, console, modules, local variables) is what must not leave.
  const client = new NodeClient({
    dsn,
    environment,
    integrations: [],
    transport: options => makeNodeTransport({ ...options, bufferSize: WAITING_MAX }),
    stackParser: defaultStackParser,
    sendClientReports: false,
    traceLifecycle: 'static',
    enableRuntimeChannelInjection: false,
    // The name of the machine is not needed to mend a bug.
    serverName: 'server',
  })
  client.init()
  const seen = new WeakSet<object>()
  const reportedMs = new Map<string, number>()

  function isNew(error: unknown, fingerprint: string): boolean {
    if (typeof error === 'object' && error !== null) {
      if (seen.has(error)) return false
      seen.add(error)
    }
    const nowMs = performance.now()
    if (nowMs - (reportedMs.get(fingerprint) ?? Number.NEGATIVE_INFINITY) < AGAIN_AFTER_MS) return false
    if (reportedMs.size >= REMEMBERED_MAX) reportedMs.clear()
    reportedMs.set(fingerprint, nowMs)
    return true
  }

  return {
    bug(error: unknown, place: BugPlace) {
      const event = bugEvent(error, place)
      const last = event.exception.values.at(-1)
      const at = last?.stacktrace?.frames.at(-1)
      const fingerprint = [place.kind, place.name, last?.type, last?.value, at?.filename, at?.lineno].join(
        ' ',
      )
      if (isNew(error, fingerprint)) client.captureEvent(event)
    },
    served(request) {
      const event = Math.random() < TRACES_SAMPLE_RATE ? servedEvent(request) : null
      if (event) client.captureEvent(event)
    },
    async close() {
      await client.close(CLOSE_LIMIT_MS)
    },
  }
}
