import { type RefObject, useEffect } from 'react'

/**
 * If the focused element is removed from `within`, `to` gets the focus. Otherwise nothing has it: the next Tab of a
 * person without a mouse starts at the top of the page, and no key reaches the panel.
 */
export function useFocusKeptIn(
  within: RefObject<HTMLElement | null>,
  to: RefObject<HTMLElement | null>,
): void {
  useEffect(() => {
    const element = within.current
    if (!element) return
    let focused: Element | null = null
    const noteFocus = (event: FocusEvent) => {
      focused = event.target instanceof Element ? event.target : null
    }
    // A browser may report a removed element as left, before the removal.
    const noteLeft = () =>
      queueMicrotask(() => {
        if (focused?.isConnected && focused !== document.activeElement) focused = null
      })
    const observer = new MutationObserver(() => {
      if (!focused || focused.isConnected) return
      focused = null
      if (document.activeElement === document.body) to.current?.focus({ preventScroll: true })
    })
    element.addEventListener('focusin', noteFocus)
    element.addEventListener('focusout', noteLeft)
    observer.observe(element, { childList: true, subtree: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('focusin', noteFocus)
      element.removeEventListener('focusout', noteLeft)
    }
  }, [within, to])
}
