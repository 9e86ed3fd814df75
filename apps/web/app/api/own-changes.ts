const changes = new EventTarget()
const CHANGED = 'changed'

/** Says that this person changed something at the server: what is counted of theirs may be another number now. */
export function tellOwnChange(): void {
  changes.dispatchEvent(new Event(CHANGED))
}

/** Calls back after each such change; answers how to stop. */
export function onOwnChange(listener: () => void): () => void {
  changes.addEventListener(CHANGED, listener)
  return () => changes.removeEventListener(CHANGED, listener)
}
