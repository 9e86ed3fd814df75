import { SAVED_CLEAR_MS } from '@parley/contract/constants'
import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'

/** The navigation state that tells the next page: its content was just saved. */
export const JUST_SAVED = { saved: true }

/** Whether a save led to this page, for two seconds; false after a reload. */
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
