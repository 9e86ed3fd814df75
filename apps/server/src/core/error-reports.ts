/**
 * Where a bug happened, in names from the source: a route's pattern, a topic, a part of the server. Never data of a
 * person.
 */
export interface BugPlace {
  kind: 'route' | 'work' | 'part'
  name: string
  /** Finds the request's lines in the log. */
  requestId?: string
}

/** One request as a line of a trace: what was asked by its pattern, how long it took, how it went. */
export interface ServedRequest {
  method: string
  /** The route's pattern, as `/api/user/:id/`; the values in the address are not reported. */
  route: string
  status: number
  startedMs: number
  endedMs: number
  requestId: string
  /** The browser's trace that this belongs to, as it came in the header `sentry-trace`. */
  parent: string | undefined
}

/** Reports bugs to the people who maintain the server. Refusals and outages are not bugs. */
export interface ErrorReports {
  /** Reports a bug; the same error object once, however many places caught it. */
  bug(error: unknown, place: BugPlace): void
  served(request: ServedRequest): void
  /** Sends what is still here; resolves after a few seconds at the latest. */
  close(): Promise<void>
}

/** The embedded default: the log has every bug already. */
export const noErrorReports: ErrorReports = {
  bug: () => undefined,
  served: () => undefined,
  close: async () => undefined,
}
