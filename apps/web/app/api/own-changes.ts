const changes = new EventTarget()
const CHANGED = 'changed'

/** Notifies that this person changed something on the server: their counts may be different now. */
export function notifyOwnChange(): void {
  changes.dispatchEvent(new Event(CHANGED))
}

/** Calls back after each such change; answers the function that stops it. */
export function onOwnChange(listener: () => void): () => void {
  changes.addEventListener(CHANGED, listener)
  return () => changes.removeEventListener(CHANGED, listener)
}
