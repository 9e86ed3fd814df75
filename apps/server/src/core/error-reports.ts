/** Where a bug happened, in words of the source alone: a route's pattern, a topic, a part of the server. Never whose it was. */
export interface BugPlace {
  kind: 'route' | 'work' | 'part'
  name: string
  /** Finds the request's lines in the log. */
  requestId?: string
}

/** One request as a line of a trace: what was asked by its pattern, how long it took, how it went. */
export interface ServedRequest {
  method: string
  /** The route's pattern, as `/api/user/:id/`; what was in the address is not told. */
  route: string
  status: number
  startedMs: number
  endedMs: number
  requestId: string
  /** The browser's trace that this belongs to, as it came in the header `sentry-trace`. */
  parent: string | undefined
}

/** Tells the people who maintain the server of its bugs. Refusals and outages are no bugs and do not come here. */
export interface ErrorReports {
  /** Tells of a bug; the same error object is told once, however many places saw it. */
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
