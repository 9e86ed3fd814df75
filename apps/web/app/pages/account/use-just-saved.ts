import { SAVED_CLEAR_MS } from '@parley/contract/constants'
import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'

/** What a page is told on the way to it: that what it shows was just saved. */
export const JUST_SAVED = { saved: true }

/** Whether this page was led to by a save, for two seconds; a reload says nothing. */
export function useJustSaved(): boolean {
  const { state } = useLocation()
  const [isSaid, setSaid] = useState((state as typeof JUST_SAVED | null)?.saved === true)
  useEffect(() => {
    if (!isSaid) return
    window.history.replaceState({ ...window.history.state, usr: null }, '')
    const timer = setTimeout(() => setSaid(false), SAVED_CLEAR_MS)
    return () => clearTimeout(timer)
  }, [isSaid])
  return isSaid
}
