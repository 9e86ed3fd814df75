import { useEffect, useEffectEvent, useState } from 'react'

/** https://html.spec.whatwg.org/multipage/interaction.html#close-requests-and-close-watchers; Chromium alone has it. */
interface CloseWatcher {
  onclose: (() => void) | null
  destroy: () => void
}

/**
 * While `open`, Back of an Android phone calls `close` instead of leaving the page, as it does in apps. On a desktop
 * the same watcher would also get Escape, which the dialogs handle themselves.
 */
export function useBackCloses(open: boolean, close: () => void): void {
  const [requests, setRequests] = useState(0)
  const onRequest = useEffectEvent(() => {
    close()
    setRequests(requests + 1)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: a request ends its watcher.
  useEffect(() => {
    const Watcher: (new () => CloseWatcher) | undefined = Reflect.get(window, 'CloseWatcher')
    if (!open || !Watcher || !/Android/.test(navigator.userAgent)) return
    const watcher = new Watcher()
    watcher.onclose = onRequest
    return () => watcher.destroy()
  }, [open, requests])
}
