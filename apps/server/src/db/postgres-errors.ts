import { DatabaseError } from 'pg'

const SERIALIZATION_FAILURE = '40001'
const DEADLOCK_DETECTED = '40P01'
const LOCK_NOT_AVAILABLE = '55P03'
const UNIQUE_VIOLATION = '23505'
const FEATURE_NOT_SUPPORTED = '0A000'

/** The database's own error below the ones that drizzle wraps it in. */
export function postgresErrorOf(error: unknown): DatabaseError | undefined {
  for (let at = error; at instanceof Error; at = at.cause) if (at instanceof DatabaseError) return at
  return undefined
}

/** Whether a migration invalidated the plan of a prepared statement, which then runs again. */
export function isStalePlan(error: unknown): boolean {
  const found = postgresErrorOf(error)
  return found?.code === FEATURE_NOT_SUPPORTED && found.routine === 'RevalidateCachedQuery'
}

/** Whether a statement waited for a lock as long as it may. */
export function isLockTimeout(error: unknown): boolean {
  return postgresErrorOf(error)?.code === LOCK_NOT_AVAILABLE
}

/** Whether Postgres aborted this transaction because of another one or a migration: it must run again. */
export function isRetryable(error: unknown): boolean {
  const code = postgresErrorOf(error)?.code
  return code === SERIALIZATION_FAILURE || code === DEADLOCK_DETECTED || isStalePlan(error)
}

/** Whether a row was refused because its key exists; with a name, by that constraint or index alone. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  const found = postgresErrorOf(error)
  if (found?.code !== UNIQUE_VIOLATION) return false
  return constraint === undefined || found.constraint === constraint
}
