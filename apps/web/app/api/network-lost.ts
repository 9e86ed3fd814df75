/** Messages of Chromium, Firefox and Safari for an address that cannot be reached. */
const UNREACHED = /fetch|networkerror|load failed|importing a module/i

/** Whether a failure has its cause in the network, and not in a bug of ours. */
export function isNetworkLost(error: unknown): boolean {
  if (globalThis.navigator?.onLine === false) return true
  return error instanceof TypeError && UNREACHED.test(error.message)
}
