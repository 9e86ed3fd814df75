import { useEffect, useEffectEvent } from 'react'
import { watchBack } from './watch-back.ts'

/** While `open`, Back of an Android phone calls `close` instead of leaving the page, as it does in apps. */
export function useBackCloses(open: boolean, close: () => void): void {
  const onBack = useEffectEvent(close)
  useEffect(() => {
    if (open) return watchBack(window, () => onBack())
  }, [open])
}
