import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'
import { keepFocusIn } from '../talk/keep-focus.ts'
import css from './stage.module.css'

/** The call is dark in either theme; dialogs hang on the document, so it turns dark as well while the stage is up. */
function useDarkDocument(): void {
  useLayoutEffect(() => {
    const { dataset } = document.documentElement
    const before = dataset.theme
    dataset.theme = 'dark'
    return () => {
      if (before === undefined) delete dataset.theme
      else dataset.theme = before
    }
  }, [])
}

/**
 * A press such as Join replaces the screen, or removes its own button: unless the new screen focuses a part of its own,
 * the stage has the focus, so that Tab and a screen reader go on there.
 */
function useFocusOnStage() {
  const stage = useRef<HTMLElement>(null)
  useEffect(() => {
    const element = stage.current
    if (!element) return
    const focusIfLost = () => {
      if (document.activeElement === document.body) element.focus({ preventScroll: true })
    }
    focusIfLost()
    // After the effects of the screen, which may focus a part of its own.
    const later = () => requestAnimationFrame(() => setTimeout(focusIfLost))
    return keepFocusIn(element, () => ({ focus: later }))
  }, [])
  return stage
}

/** The whole window as a dark stage. */
export function Stage({ children }: { children: ReactNode }) {
  useDarkDocument()
  const stage = useFocusOnStage()
  return (
    <main ref={stage} tabIndex={-1} className={css.stage} data-theme="dark">
      {children}
    </main>
  )
}

/** Something in the middle of the stage. */
export function StageCentre({ children }: { children: ReactNode }) {
  return <div className={css.centre}>{children}</div>
}
