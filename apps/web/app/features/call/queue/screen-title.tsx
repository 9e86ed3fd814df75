import { type ReactNode, useEffect, useRef } from 'react'

/** The heading of a screen that took the place of another: what was focused there is away, so the focus comes here. */
export function ScreenTitle({ className, children }: { className: string | undefined; children: ReactNode }) {
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (document.activeElement === document.body) title.current?.focus()
  }, [])
  return (
    <h1 ref={title} tabIndex={-1} className={className}>
      {children}
    </h1>
  )
}
