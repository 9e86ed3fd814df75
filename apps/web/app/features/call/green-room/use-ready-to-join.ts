import { useEffect, useState } from 'react'
import type { CallSnapshot } from '../call-state.ts'
import type { LocalMediaSnapshot } from '../local-media.ts'

interface Readiness {
  now: Pick<CallSnapshot, 'otherIsHere'>
  devices: Pick<LocalMediaSnapshot, 'phase'>
  /** Whose coming is waited for; null where nobody need be there. */
  waitsFor: string | null
  startsAt: string | null
}

/** Whether all is there to join by itself: the browser's question answered, the other person, and the agreed time. */
export function useReadyToJoin({ now, devices, waitsFor, startsAt }: Readiness): 'ready' | 'not-yet' {
  const leftMs = startsAt === null ? 0 : Date.parse(startsAt) - Date.now()
  const [, setStarted] = useState(0)
  useEffect(() => {
    if (startsAt === null) return
    const timer = setTimeout(() => setStarted(Date.now()), Math.max(0, Date.parse(startsAt) - Date.now()))
    return () => clearTimeout(timer)
  }, [startsAt])
  const isThere = waitsFor === null || now.otherIsHere
  return leftMs <= 0 && isThere && devices.phase === 'settled' ? 'ready' : 'not-yet'
}
