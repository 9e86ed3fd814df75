const QUERY_TIMEOUT_MS = 2_000

/** Null when a figure has waited too long: a failing database must not keep the other figures from being read. */
export function tooLate(): Promise<null> {
  const timeout = AbortSignal.timeout(QUERY_TIMEOUT_MS)
  return new Promise(resolve => timeout.addEventListener('abort', () => resolve(null)))
}
