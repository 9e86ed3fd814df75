import { useEffect, useState } from 'react'
import { serverClock, serverNowMs } from '../../store/server-clock.ts'
import { untilText } from './until-text.ts'

const RECHECK_MS = 15_000

/** The current time, updated a few times a minute. */
export function useNowMs(): number {
  const [now, setNow] = useState(() => serverNowMs())
  useEffect(() => {
    const recheck = () => setNow(serverNowMs())
    const timer = setInterval(recheck, RECHECK_MS)
    const unsubscribe = serverClock.subscribe(recheck)
    return () => {
      clearInterval(timer)
      unsubscribe()
    }
  }, [])
  return now
}

/** The time until a moment; it updates itself. */
export function Countdown({ to }: { to: string }) {
  return <>{untilText(Date.parse(to) - useNowMs())}</>
}
