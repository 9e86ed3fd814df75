import { t } from '../language/text.ts'
import { SessionRequestPage } from '../pages/session-request/session-request-page.tsx'

export const meta = () => [
  { title: `${t('Request a call')} · Parley` },
  {
    name: 'description',
    content: t('Ask an influencer for a private video call, now or at an agreed time.'),
  },
]

export default function SessionRequestRoute() {
  return <SessionRequestPage />
}
