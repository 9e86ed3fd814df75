import { useEffect } from 'react'

const reloadFromBackCache = ({ persisted }: PageTransitionEvent) => persisted && window.location.reload()

/** A page that comes back from another site by the Back button begins again: whatever was busy is not any more. */
export function useFreshPage(): void {
  useEffect(() => {
    window.addEventListener('pageshow', reloadFromBackCache)
    return () => window.removeEventListener('pageshow', reloadFromBackCache)
  }, [])
}
