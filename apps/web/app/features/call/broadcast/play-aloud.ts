const PRESSES = ['click', 'keydown'] as const

/**
 * Plays an element with its sound. Where the browser requires a touch before it plays sound, the element plays without
 * it until the next press on the page. Returns the function that ends the wait.
 */
export function playAloud(
  element: Pick<HTMLMediaElement, 'muted' | 'play'>,
  page: Pick<EventTarget, 'addEventListener' | 'removeEventListener'>,
): () => void {
  let isStopped = false
  const wait = () => {
    for (const press of PRESSES) page.addEventListener(press, play, { capture: true })
  }
  const stopWaiting = () => {
    for (const press of PRESSES) page.removeEventListener(press, play, { capture: true })
  }
  function play(): void {
    stopWaiting()
    element.muted = false
    element.play().catch(() => {
      if (isStopped) return
      element.muted = true
      wait()
      // A browser that plays nothing, not even without sound, shows the first frame.
      element.play().catch(() => undefined)
    })
  }
  play()
  return () => {
    isStopped = true
    stopWaiting()
  }
}
