import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'

/** The pressed link has disappeared with its page: the next Tab begins at the content of the new one. */
function focusContent(): void {
  const focused = document.activeElement
  const content = document.querySelector('main')
  if (!content || (focused && focused !== document.body)) return
  content.tabIndex = -1
  content.addEventListener('blur', () => content.removeAttribute('tabindex'), { once: true })
  content.focus({ preventScroll: true })
}

/**
 * When a link leads to another page without a load, no browser says so: screen readers read the title of the new page,
 * and a focus that was lost with the old page continues in the new one.
 */
export function PageNews() {
  const { pathname } = useLocation()
  const before = useRef(pathname)
  const [title, setTitle] = useState('')
  useEffect(() => {
    if (before.current === pathname) return
    before.current = pathname
    // After the effects of the page, which may focus a part of their own.
    const frame = requestAnimationFrame(() => {
      setTitle(document.title)
      focusContent()
    })
    return () => cancelAnimationFrame(frame)
  }, [pathname])
  return (
    <p className="visually-hidden" aria-live="polite">
      {title}
    </p>
  )
}
