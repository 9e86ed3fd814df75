/**
 * SQLSTATE classes and codes by which Postgres says that a connection is or will be closed: connection exceptions,
 * shutdowns, starting up, no connection left, a primary that has become a standby.
 */
const LOST_STATES = /^(08...|57P0[1-5]|53300|25006)$/
/** And by which it says that it cannot now: out of means, or one of our limits of time was reached. */
const UNABLE_STATES = /^(53...|58...|57014|55P03|25P03)$/
const LOST_SOCKETS = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH'],
  ...['EHOSTDOWN', 'ENOTFOUND', 'EAI_AGAIN'],
])
/** Errors of `pg` that have a message and no code. */
const LOST_MESSAGES = /^(Connection terminated|Client has encountered a connection error)/
const UNABLE_MESSAGES = /^(timeout exceeded when trying to connect|Query read timeout)/

interface Layer extends Error {
  code?: unknown
  syscall?: unknown
}

/** An error and those that it wraps. */
function layersOf(error: unknown): Layer[] {
  return error instanceof Error ? [error, ...layersOf(error.cause)] : []
}

/** True if the connection was lost, or none could be made: the statement was not refused. */
export function isConnectionLost(error: unknown): boolean {
  return layersOf(error).some(({ code, syscall, message }) => {
    if (typeof code === 'string' && (LOST_STATES.test(code) || LOST_SOCKETS.has(code))) return true
    // The socket's file of a Postgres on this machine; any other file that is missing is no outage.
    return (code === 'ENOENT' && syscall === 'connect') || LOST_MESSAGES.test(message)
  })
}

/** True when the database is out of reach, restarting or overwhelmed, as opposed to refusing a statement. */
export function isDatabaseAway(error: unknown): boolean {
  const isUnable = layersOf(error).some(
    ({ code, message }) =>
      (typeof code === 'string' && UNABLE_STATES.test(code)) || UNABLE_MESSAGES.test(message),
  )
  return isUnable || isConnectionLost(error)
}
