let isPressed = false
let waiting: (() => void)[] = []

function press(): void {
  isPressed = true
}

/** A click event follows its release at once: the waiting work continues after both. */
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
 * Resolves once no finger and no mouse button is down. A press on one control takes the focus from another, and a
 * reaction to that must not move the pressed one: the browser fires no click when a press ends on another element.
 */
export function afterPress(): Promise<void> {
  return isPressed ? new Promise(resolve => waiting.push(resolve)) : Promise.resolve()
}
