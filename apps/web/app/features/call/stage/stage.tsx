import { type ReactNode, useLayoutEffect } from 'react'
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

/** The whole window as a dark stage. */
export function Stage({ children }: { children: ReactNode }) {
  useDarkDocument()
  return (
    <main className={css.stage} data-theme="dark">
      {children}
    </main>
  )
}

/** Something in the middle of the stage. */
export function StageCentre({ children }: { children: ReactNode }) {
  return <div className={css.centre}>{children}</div>
}
