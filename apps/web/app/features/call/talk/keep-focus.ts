import { type RefObject, useEffect } from 'react'

/** If the focused element is removed from `within`, `to` gets the focus; answers how to end this. */
export function keepFocusIn(within: HTMLElement, to: () => Pick<HTMLElement, 'focus'> | null): () => void {
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
    if (document.activeElement === document.body) to()?.focus({ preventScroll: true })
  })
  within.addEventListener('focusin', noteFocus)
  within.addEventListener('focusout', noteLeft)
  observer.observe(within, { childList: true, subtree: true })
  return () => {
    observer.disconnect()
    within.removeEventListener('focusin', noteFocus)
    within.removeEventListener('focusout', noteLeft)
  }
}

/**
 * If the focused element is removed from `within`, `to` gets the focus. Otherwise nothing has it: the next Tab of a
 * person without a mouse starts at the top of the page, and no key reaches the panel.
 */
export function useFocusKeptIn(
  within: RefObject<HTMLElement | null>,
  to: RefObject<HTMLElement | null>,
): void {
  useEffect(() => {
    if (within.current) return keepFocusIn(within.current, () => to.current)
  }, [within, to])
}
