import { useMemo } from 'react'
import { useParams } from 'react-router'
import { api } from '../../api/browser.ts'
import { useAuth } from '../../api/use-auth.ts'
import { CallPage } from '../../features/call/call-page.tsx'
import { createAdmission } from '../../features/call/connection/admission-store.ts'
import { t } from '../../language/text.ts'
import { callProblem } from '../../pages/call/call-problem.tsx'
import { callRescue } from '../../pages/call/call-rescue.tsx'
import { useStageShield } from '../../pages/safety/person-shield.tsx'

export const meta = () => [{ title: `${t('Video call')} · Parley` }, { name: 'robots', content: 'noindex' }]

/** The private video call; the server knows which side the person is on. */
export default function Chat() {
  const { slug = '' } = useParams()
  const ownUserId = useAuth().data?.user_id ?? ''
  const admission = useMemo(() => createAdmission({ slug, ownUserId, get: api.get }), [slug, ownUserId])
  const { shieldOf, sheets } = useStageShield({ kind: 'request', id: slug })
  return (
    <>
      <CallPage {...{ admission, shieldOf }} rescueOf={callRescue} problemOf={callProblem} />
      {sheets}
    </>
  )
}
