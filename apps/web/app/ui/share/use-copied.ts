import { useState } from 'react'
import { useStore } from '../../store/use-store.ts'
import { createCopied } from './copied.ts'
import { copyText } from './copy-text.ts'

/** Copies a text, and answers for a second that it was copied. */
export function useCopied() {
  const [store] = useState(() =>
    createCopied({ copy: copyText, setTimer: (work, delayMs) => setTimeout(work, delayMs) }),
  )
  const copied = useStore(store)
  return { copied, copy: store.copy }
}
