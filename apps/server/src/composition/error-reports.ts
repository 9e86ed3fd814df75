import type { Config } from '../config.ts'
import type { Log } from '../core/core.ts'
import { type BugPlace, type ErrorReports, noErrorReports } from '../core/error-reports.ts'
import { Outage } from '../core/outage.ts'
import { Refusal } from '../core/refusal.ts'
import { isDatabaseAway } from '../db/database-away.ts'

/** Where bugs are reported beside the log; Sentry's SDK is loaded only if it is configured. */
export async function openErrorReports(config: Config): Promise<ErrorReports> {
  if (!config.sentryDsn) return noErrorReports
  const { openSentryReports } = await import('../providers/errors-sentry/sentry-reports.ts')
  const environment = config.production ? 'production' : 'development'
  return openSentryReports({ dsn: config.sentryDsn, environment })
}

/** True for a bug: neither a refusal nor an outage. */
export function isBug(error: unknown): boolean {
  return (
    error instanceof Error &&
    !(error instanceof Refusal) &&
    !(error instanceof Outage) &&
    !isDatabaseAway(error)
  )
}

/** A log that also reports errors that are bugs. */
export function reportingLog(log: Log, reports: ErrorReports): Log {
  return {
    debug: (facts, message) => log.debug(facts, message),
    info: (facts, message) => log.info(facts, message),
    warn: (facts, message) => log.warn(facts, message),
    error(facts, message) {
      log.error(facts, message)
      const { err, topic } = facts as { err?: unknown; topic?: unknown }
      if (!isBug(err)) return
      const place: BugPlace =
        typeof topic === 'string' ? { kind: 'work', name: topic } : { kind: 'part', name: message }
      reports.bug(err, place)
    },
  }
}
