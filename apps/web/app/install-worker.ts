/** Keeps the offline page and hashed files at hand; not in development, where files change under their names. */
export function installWorker(): void {
  if (import.meta.env.PROD) void navigator.serviceWorker?.register('/sw.js').catch(() => undefined)
}
