import { useCallback, useEffect, useRef } from 'react'
import { useLocation, useNavigation } from 'react-router'

/** Does work that was planned on a page only while the person is there: not on another page, nor on the way to it. */
export function useIfHere(): (work: () => void) => void {
  const { pathname } = useLocation()
  const next = useNavigation().location?.pathname ?? pathname
  const isHere = useRef(true)
  useEffect(() => {
    isHere.current = next === pathname
    return () => {
      isHere.current = false
    }
  }, [next, pathname])
  return useCallback(work => {
    if (isHere.current) work()
  }, [])
}
