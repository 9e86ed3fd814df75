import { useCallback, useEffect, useRef } from 'react'
import { useLocation, useNavigation } from 'react-router'

/**
 * Does work that was planned on a page only while the person is there: not on another page, nor on the way to it. It
 * does not matter whether the part of the page that planned it is still shown. Answers whether the work was done.
 */
export function useIfHere(): (work: () => void) => boolean {
  const { pathname } = useLocation()
  const next = useNavigation().location?.pathname ?? pathname
  const heading = useRef(next)
  useEffect(() => {
    heading.current = next
  }, [next])
  return useCallback(
    work => {
      const isHere = window.location.pathname === pathname && heading.current === pathname
      if (isHere) work()
      return isHere
    },
    [pathname],
  )
}
