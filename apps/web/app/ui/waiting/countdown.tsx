import { useEffect, useState } from 'react'
import { serverNowMs } from '../../store/server-clock.ts'
import { untilText } from './until-text.ts'

const RECHECK_MS = 15_000

/** The current time, updated a few times a minute. */
export function useNowMs(): number {
  const [now, setNow] = useState(() => serverNowMs())
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNowMs()), RECHECK_MS)
    return () => clearInterval(timer)
  }, [])
  return now
}

/** The time until a moment; it updates itself. */
export function Countdown({ to }: { to: string }) {
  return <>{untilText(Date.parse(to) - useNowMs())}</>
}
