/** https://html.spec.whatwg.org/multipage/interaction.html#close-requests-and-close-watchers; Chromium alone has it. */
interface CloseWatcher {
  onclose: (() => void) | null
  destroy: () => void
}

/** What is read of `window`. */
export interface WatchedPage {
  CloseWatcher?: new () => CloseWatcher
  navigator: { userAgent: string }
}

/**
 * Calls `onBack` at each Back of an Android phone, until the function that it answers is called. On a desktop the same
 * watcher would also get Escape, which the dialogs handle themselves.
 */
export function watchBack({ CloseWatcher: Watcher, navigator }: WatchedPage, onBack: () => void): () => void {
  if (!Watcher || !/Android/.test(navigator.userAgent)) return () => undefined
  const watch = () => {
    const watcher = new Watcher()
    watcher.onclose = () => {
      // A Back ends its watcher, and a sheet may refuse to close while it sends.
      current = watch()
      onBack()
    }
    return watcher
  }
  let current = watch()
  return () => current.destroy()
}
