import { lazy, Suspense } from 'react'
import { useHydrated } from '../../ui/use-hydrated.ts'
import { callAbility } from './call-ability.ts'

const RescueNotice = lazy(() => import('./rescue-notice.tsx'))

/** Says before anybody pays that this browser cannot do calls, and leads to one that can; nothing where it can. */
export function LinkRescue() {
  const hydrated = useHydrated()
  if (!hydrated || callAbility(window) === 'can') return null
  return (
    <Suspense fallback={null}>
      <RescueNotice />
    </Suspense>
  )
}
