/** Keeps the offline page and hashed files at hand; not in development, where files change under their names. */
export function installWorker(): void {
  // Without the worker the site works, only not offline.
  if (import.meta.env.PROD) void navigator.serviceWorker?.register('/sw.js').catch(() => undefined)
}
