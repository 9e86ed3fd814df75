import { useEffect, useState } from 'react'
import { untilText } from './until-text.ts'

const LOOK_AGAIN_MS = 15_000

/** Now, a few times a minute. */
export function useNowMs(): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), LOOK_AGAIN_MS)
    return () => clearInterval(timer)
  }, [])
  return now
}

/** How long it is until a moment; it counts down by itself. */
export function Countdown({ to }: { to: string }) {
  return <>{untilText(Date.parse(to) - useNowMs())}</>
}
