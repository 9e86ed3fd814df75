import pino from 'pino'
import type { Config } from '../config.ts'
import type { Log } from '../core/core.ts'
import type { ErrorReports } from '../core/error-reports.ts'
import { type LogStream, logSerializers } from '../http/logging.ts'
import { requestFacts } from '../http/request-watch.ts'
import { holdDataDirectory, openDataDirectory } from './data-directory.ts'
import { type OpenDatabase, openDatabase } from './database.ts'
import { holdDatabaseLock } from './database-lock.ts'
import { openErrorReports, reportingLog } from './error-reports.ts'

export interface ResourceOptions {
  /**
   * Called when the embedded database has stopped and cannot be restarted, or another process took the operator's: this
   * process must end.
   */
  onLost: (reason: Error) => void
  /**
   * Called before the embedded database starts, with what stops it within a second, for a process that exits before
   * the start is at its end.
   */
  onStarting?: (stopAtOnce: () => Promise<unknown>) => void
  /** Database connections at most. */
  connections?: number
  /** Another place of the log than the standard output, for tests that read it. */
  logTo?: LogStream
}

/** What every part of the server uses. */
export interface Resources {
  log: Log
  reports: ErrorReports
  database: OpenDatabase
}

/**
 * Opens the log and the database. It needs few modules, so `main.ts` loads all others while Postgres starts; a new
 * database takes Postgres a second.
 */
export async function openResources(config: Config, options: ResourceOptions): Promise<Resources> {
  const settings = { level: config.logLevel, serializers: { err: logSerializers.err }, mixin: requestFacts }
  const lines = (options.logTo ? pino(settings, options.logTo) : pino(settings)) as Log
  const reports = await openErrorReports(config)
  const log = reportingLog(lines, reports)
  await openDataDirectory(config.dataDir)
  const { connections } = options
  const opened = await openDatabase({ ...config, connections }, log, options)
  const locked = await holdDatabaseLock(opened, config, { log, onLost: options.onLost })
  return { log, reports, database: await holdDataDirectory(locked, config) }
}
