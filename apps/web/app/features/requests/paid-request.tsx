import type { SessionRequest } from '@parley/contract'
import { Video } from 'lucide-react'
import { t } from '../../language/text.ts'
import { ActionBar } from '../../ui/action-bar.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import panel from '../../ui/panel.module.css'
import { CallCalendar } from './call-calendar.tsx'
import { CopyLink } from './copy-link.tsx'
import css from './paid-request.module.css'

/** A paid request: what happens next, the way into the call, and its link. */
export function PaidRequest({ request }: { request: SessionRequest }) {
  const path = `/chat/${request.slug}`
  const influencer = request.influencer?.user.username ?? ''
  return (
    <div className={panel.part}>
      <h2 className={panel.heading}>{request.state === 'accepted' ? t('Paid and accepted') : t('Paid')}</h2>
      <ol className={css.steps}>
        <li>{t('Open the call. You can test your camera and microphone first.')}</li>
        <li>
          {t('Wait for @{influencer}. Your time runs only while both of you are there.', { influencer })}
        </li>
        <li>{t('Keep the link: it brings you back into this call, from any of your devices.')}</li>
      </ol>
      <ActionBar>
        <ButtonLink to={path} look="primary" wide icon={<Video size={18} aria-hidden="true" />}>
          {t('Start Session')}
        </ButtonLink>
      </ActionBar>
      <CallCalendar request={request} path={path} other={influencer} />
      <CopyLink path={path} />
    </div>
  )
}
