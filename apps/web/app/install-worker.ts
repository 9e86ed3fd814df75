/**
 * Installs the service worker, which stores the offline page and hashed files; not in development, where files change
 * but keep their names.
 */
export function installWorker(): void {
  // Without the worker the site works, except offline.
  if (import.meta.env.PROD) void navigator.serviceWorker?.register('/sw.js').catch(() => undefined)
}
