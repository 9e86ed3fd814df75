import { useMemo } from 'react'
import { useParams } from 'react-router'
import { api } from '../../api/browser.ts'
import { useAuth } from '../../api/use-auth.ts'
import { createStreamAdmission } from '../../features/call/broadcast/stream-admission.ts'
import { StreamPage } from '../../features/call/stream-page.tsx'
import { t } from '../../language/text.ts'
import { streamRescue } from '../../pages/call/call-rescue.tsx'
import { turnProblem } from '../../pages/event/after-turn.tsx'
import { useStageShield } from '../../pages/safety/person-shield.tsx'
import { TalkReports } from '../../pages/safety/question-report.tsx'
import { ViewerShield } from '../../pages/safety/viewer-shield.tsx'

export const meta = () => [{ title: `${t('Live event')} · Parley` }, { name: 'robots', content: 'noindex' }]

/** An event as it is broadcast and watched; the server knows who is who. */
export default function Stream() {
  const { username = '', slug = '' } = useParams()
  const ownUserId = useAuth().data?.user_id ?? ''
  const admission = useMemo(
    () => createStreamAdmission({ username, slug, ownUserId, get: path => api.get(path) }),
    [username, slug, ownUserId],
  )
  const { shieldOf, sheets } = useStageShield({ kind: 'event', id: slug })
  return (
    <TalkReports slug={slug}>
      <StreamPage
        eventPath={`/live-event/${slug}`}
        {...{ admission, shieldOf, rescueOf: streamRescue }}
        viewerShieldOf={(username, onClose, turn) => <ViewerShield {...{ username, onClose, turn }} />}
        problemOf={turnProblem}
      />
      {sheets}
    </TalkReports>
  )
}
