import { useState, useSyncExternalStore } from 'react'
import { createCopied } from './copied.ts'
import { copyText } from './copy-text.ts'

/** Copies, and tells for a second that it was copied. */
export function useCopied() {
  const [store] = useState(() =>
    createCopied({ copy: copyText, setTimer: (work, delayMs) => setTimeout(work, delayMs) }),
  )
  const copied = useSyncExternalStore(store.subscribe, store.getSnapshot, store.getSnapshot)
  return { copied, copy: store.copy }
}
