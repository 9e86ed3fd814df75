import { useEffect, useRef } from 'react'
import { t } from '../../language/text.ts'
import { Button } from '../button.tsx'
import { EmptyState } from '../empty-state.tsx'

/** The visit of a page on which "Try again" was pressed last: the button disappears while it loads. */
let triedOn: string | null = null

/** The router has a key for each entry of the history: a later visit of the same page is another one. */
const thisVisit = (): string =>
  (window.history.state as { key?: string } | null)?.key ?? window.location.pathname

/**
 * What should be here could not be loaded, and why. After a second try that fails too, the button has the focus again,
 * unless the reader has moved it elsewhere.
 */
export function LoadFailed({ problem, retry }: { problem: string; retry: () => void }) {
  const action = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (triedOn === thisVisit() && document.activeElement?.contains(action.current))
      action.current?.querySelector('button')?.focus()
    triedOn = null
  }, [])
  const tryAgain = () => {
    triedOn = thisVisit()
    retry()
  }
  return (
    <EmptyState
      action={
        <div ref={action}>
          <Button onClick={tryAgain}>{t('Try again')}</Button>
        </div>
      }
    >
      <span role="alert">{problem}</span>
    </EmptyState>
  )
}
