/** How Chromium, Firefox and Safari say that an address could not be reached. */
const UNREACHED = /fetch|networkerror|load failed|importing a module/i

/** Whether something failed because there was no network, and not by a fault of ours. */
export function isNetworkLost(error: unknown): boolean {
  if (globalThis.navigator?.onLine === false) return true
  return error instanceof TypeError && UNREACHED.test(error.message)
}
