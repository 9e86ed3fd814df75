import { lazy, Suspense, useEffect } from 'react'
import { useLocation } from 'react-router'
import { leftCall } from '../../features/call/screens/left-call.ts'
import { useStore } from '../../store/use-store.ts'
import css from './after-end-call.module.css'

const LeftCallAsked = lazy(() => import('../../features/call/screens/left-call-asked.tsx'))

/** On the page that End Call leads to: what the call was like. On the next page nobody is asked. */
export function AfterEndCall() {
  const { pathname } = useLocation()
  const left = useStore(leftCall)
  const isThere = left?.path === pathname
  useEffect(() => {
    if (!isThere) leftCall.set(null)
  }, [isThere])
  if (!isThere) return null
  return (
    <Suspense fallback={<div className={css.space} />}>
      <LeftCallAsked left={left} onClose={() => leftCall.set(null)} />
    </Suspense>
  )
}
