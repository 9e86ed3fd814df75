/**
 * SQLSTATE classes and codes by which Postgres says that a connection is or will be closed: connection exceptions,
 * shutdowns, starting up, no connection left, a primary that has become a standby.
 */
const GONE_STATES = /^(08...|57P0[1-5]|53300|25006)$/
/** And by which it says that it cannot now: out of means, or one of our limits of time was reached. */
const UNABLE_STATES = /^(53...|58...|57014|55P03|25P03)$/
const GONE_SOCKETS = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH'],
  ...['EHOSTDOWN', 'ENOTFOUND', 'EAI_AGAIN'],
])
/** Errors of `pg` that have a message and no code. */
const GONE_WORDS = /^(Connection terminated|Client has encountered a connection error)/
const UNABLE_WORDS = /^(timeout exceeded when trying to connect|Query read timeout)/

interface Layer extends Error {
  code?: unknown
  syscall?: unknown
}

/** An error and those that it wraps. */
function layersOf(error: unknown): Layer[] {
  return error instanceof Error ? [error, ...layersOf(error.cause)] : []
}

/** True if the connection was lost, or none could be made: the statement was not refused. */
export function isConnectionGone(error: unknown): boolean {
  return layersOf(error).some(({ code, syscall, message }) => {
    if (typeof code === 'string' && (GONE_STATES.test(code) || GONE_SOCKETS.has(code))) return true
    // The socket's file of a Postgres on this machine; any other file that is missing is no outage.
    return (code === 'ENOENT' && syscall === 'connect') || GONE_WORDS.test(message)
  })
}

/** True when the database is out of reach, restarting or overwhelmed, as opposed to refusing a statement. */
export function isDatabaseAway(error: unknown): boolean {
  const isUnable = layersOf(error).some(
    ({ code, message }) =>
      (typeof code === 'string' && UNABLE_STATES.test(code)) || UNABLE_WORDS.test(message),
  )
  return isUnable || isConnectionGone(error)
}
