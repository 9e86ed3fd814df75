import { useEffect, useState } from 'react'
import type { Call } from '../connection/call.ts'
import { healthBetween, type SendingHealth, type SendingSample, sampleOf } from './stream-health.ts'

const POLL_EVERY_MS = 2_500

/** The quality of the person's own sent video, sampled every few seconds. */
export function useSendingHealth(call: Call): SendingHealth {
  const [health, setHealth] = useState<SendingHealth>('unknown')
  useEffect(() => {
    let before: SendingSample | null = null
    let isLeft = false
    const poll = async () => {
      // A measurement that fails leaves the health unknown until the next.
      const now = sampleOf(await call.stats().catch(() => null))
      if (isLeft) return
      setHealth(healthBetween(before, now))
      before = now
    }
    const timer = setInterval(() => void poll(), POLL_EVERY_MS)
    return () => {
      isLeft = true
      clearInterval(timer)
    }
  }, [call])
  return health
}
