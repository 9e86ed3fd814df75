let isPressed = false
let waiting: (() => void)[] = []

function press(): void {
  isPressed = true
}

/** A click comes right after its release: what waits continues after both. */
function release(): void {
  setTimeout(() => {
    isPressed = false
    const due = waiting
    waiting = []
    for (const resolve of due) resolve()
  })
}

if (typeof document !== 'undefined') {
  document.addEventListener('pointerdown', press, true)
  document.addEventListener('pointerup', release, true)
  document.addEventListener('pointercancel', release, true)
}

/**
 * Resolves once no finger and no button of the mouse is down. A press on one control takes the focus from another,
 * and an answer to that must not move the pressed one: the browser makes no click of a press that ends elsewhere.
 */
export function afterPress(): Promise<void> {
  return isPressed ? new Promise(resolve => waiting.push(resolve)) : Promise.resolve()
}
