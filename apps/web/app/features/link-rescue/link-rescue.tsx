import { lazy, Suspense } from 'react'
import { useHydrated } from '../../ui/use-hydrated.ts'
import { type Act, actOf, callAbility } from './call-ability.ts'
import type { RescueNoticeProps } from './rescue-notice.tsx'

const RescueNotice = lazy(() => import('./rescue-notice.tsx'))

/**
 * Says that this browser does not support calls, if possible before a person pays, and links to one that does; renders
 * nothing in such a browser.
 */
export function LinkRescue({
  before,
  paid,
  act = actOf(paid),
}: RescueNoticeProps & { act?: Act | undefined }) {
  const hydrated = useHydrated()
  if (!hydrated || callAbility(window, act) === 'can') return null
  return (
    <Suspense fallback={null}>
      <RescueNotice before={before} paid={paid} />
    </Suspense>
  )
}
