import { type ComponentType, lazy, Suspense, useEffect } from 'react'
import { useLocation } from 'react-router'
import { type LeftCall, leftCall } from '../../features/call/screens/left-call.ts'
import { useStore } from '../../store/use-store.ts'
import css from './after-end-call.module.css'

// Without it the page is whole: a network that is lost asks for no opinion.
const LeftCallQuestion = lazy<ComponentType<{ left: LeftCall; onClose: () => void }>>(() =>
  import('../../features/call/screens/left-call-question.tsx').catch(() => ({ default: () => null })),
)

/** Asks on the page after End Call how the call was. The next page does not ask again. */
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
      <LeftCallQuestion left={left} onClose={() => leftCall.set(null)} />
    </Suspense>
  )
}
