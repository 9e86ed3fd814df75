import { useCallback, useState } from 'react'
import { serverNowMs } from '../../../store/server-clock.ts'

/**
 * Whether a call or an event is open, by the server's time, and what its page calls at that moment; null opens at once.
 * What is open stays open: a later answer may correct the time by a moment, and that must not leave a call.
 */
export function useOpening(opensAtMs: number | null): { isOpen: boolean; open: () => void } {
  const [openedMs, setOpenedMs] = useState<number | null>(null)
  const open = useCallback(() => setOpenedMs(opensAtMs), [opensAtMs])
  const isOpen = opensAtMs === null || openedMs === opensAtMs || serverNowMs() >= opensAtMs
  if (isOpen && openedMs !== opensAtMs) setOpenedMs(opensAtMs)
  return { isOpen, open }
}
