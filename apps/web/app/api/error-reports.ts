/** Loads the reports of errors once the page is usable; nothing at all where the server names no place for them. */
export function startErrorReports(dsn: string | undefined): void {
  if (!dsn) return
  const load = () =>
    import('./error-reports/sentry.ts').then(
      ({ startSentry }) => startSentry(dsn),
      () => undefined,
    )
  // Safari has no idle callback.
  if ('requestIdleCallback' in window) requestIdleCallback(load)
  else setTimeout(load, 1_000)
}
