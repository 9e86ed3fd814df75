import { useEffect } from 'react'

const reloadFromBackCache = ({ persisted }: PageTransitionEvent) => persisted && window.location.reload()

/** Resets a page that returns from another site by the Back button: buttons that were busy are not any more. */
export function useFreshPage(): void {
  useEffect(() => {
    window.addEventListener('pageshow', reloadFromBackCache)
    return () => window.removeEventListener('pageshow', reloadFromBackCache)
  }, [])
}
