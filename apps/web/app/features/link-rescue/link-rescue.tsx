import { lazy, Suspense } from 'react'
import { useHydrated } from '../../ui/use-hydrated.ts'
import { type Act, actOf, callAbility } from './call-ability.ts'
import type { RescueNoticeProps } from './rescue-notice.tsx'

const RescueNotice = lazy(() => import('./rescue-notice.tsx'))

/** Says that this browser cannot do calls, best before anybody pays, and leads to one that can; nothing where it can. */
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
