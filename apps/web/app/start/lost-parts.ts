/** A page that just reloaded does not reload again: during a release its part may be on another machine. */
const AGAIN_AFTER_MS = 10_000

declare global {
  interface Window {
    /** Names all parts of all pages: each release that changes a part has another one. */
    __reactRouterManifest?: { url: string }
  }
}

/**
 * Reloads the page when the server does not have a part that its code loads later: a new release has parts of other
 * names. Where nothing answers, the network is lost, or something in this browser blocks the part: the page stays.
 */
export function reloadAfterRelease(): void {
  let isReloading = false
  addEventListener('vite:preloadError', async ({ payload }) => {
    if (!(await isReleased(payload)) || isReloading) return
    isReloading = true
    location.reload()
  })
}

/** Whether another release than that of this page answers. */
async function isReleased({ message }: Error): Promise<boolean> {
  const [opening] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  if (opening?.type === 'reload' && performance.now() < AGAIN_AFTER_MS) return false
  // Safari does not say which part it was.
  const part = /https?:\S+\.js/.exec(message)?.[0]
  const answer = await send(part ?? window.__reactRouterManifest?.url ?? '')
  // During a release one machine still has the part, and another does not.
  return answer?.status === 404 || (part !== undefined && answer?.ok === true)
}

// Where nothing answers, the page says so by itself.
const send = (path: string) => fetch(path, { method: 'HEAD', cache: 'no-store' }).catch(() => null)
