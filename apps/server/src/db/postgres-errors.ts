import { DatabaseError } from 'pg'

const SERIALIZATION_FAILURE = '40001'
const DEADLOCK_DETECTED = '40P01'
const UNIQUE_VIOLATION = '23505'

/** The database's own error below the ones that drizzle wraps it in. */
export function postgresErrorOf(error: unknown): DatabaseError | undefined {
  for (let at = error; at instanceof Error; at = at.cause) if (at instanceof DatabaseError) return at
  return undefined
}

/** Whether Postgres gave up this transaction for the sake of another and asks to run it again. */
export function isRetryable(error: unknown): boolean {
  const code = postgresErrorOf(error)?.code
  return code === SERIALIZATION_FAILURE || code === DEADLOCK_DETECTED
}

/** Whether a row was refused because its key exists; with a name, by that constraint or index alone. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  const found = postgresErrorOf(error)
  if (found?.code !== UNIQUE_VIOLATION) return false
  return constraint === undefined || found.constraint === constraint
}
