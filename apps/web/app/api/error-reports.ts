/** Loads the error reports once the page is usable; loads nothing when the server names no address for them. */
export function startErrorReports(dsn: string | undefined): void {
  if (!dsn) return
  const load = () =>
    import('./error-reports/sentry.ts').then(
      ({ startSentry }) => startSentry(dsn),
      () => undefined,
    )
  // Safari has no requestIdleCallback.
  if ('requestIdleCallback' in window) requestIdleCallback(load)
  else setTimeout(load, 1_000)
}
