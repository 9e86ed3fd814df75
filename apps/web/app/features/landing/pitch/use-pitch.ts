import { type RefObject, useEffect, useRef } from 'react'
import { runPitch } from './pitch.ts'

/** Moves the pitch while the page is open, or leaves it to the script that already moves it. */
export function usePitch<T extends Element>(): RefObject<T | null> {
  const hero = useRef<T>(null)
  useEffect(() => {
    const early = window.earlyPitch
    window.earlyPitch = undefined
    if (early && early.hero === hero.current) return early.stop
    early?.stop()
    return hero.current ? runPitch(hero.current) : undefined
  }, [])
  return hero
}
