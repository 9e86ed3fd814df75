import type { SessionRequest } from '@parley/contract'
import { Video } from 'lucide-react'
import { t } from '../../../language/text.ts'
import { ActionBar } from '../../../ui/action-bar.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import panel from '../../../ui/panel.module.css'
import { GiveCall } from '../gifts/give-call.tsx'
import { CopyLink } from '../link/copy-link.tsx'
import { CallCalendar } from '../list/call-calendar.tsx'
import css from './paid-request.module.css'

export interface PaidRequestProps {
  request: SessionRequest
  viewer: { id: string }
  changed: (request: SessionRequest) => void
}

/** A paid request: what happens next, the ticket for the call, and its link. */
export function PaidRequest({ request, viewer, changed }: PaidRequestProps) {
  const path = `/chat/${request.slug}`
  const influencer = request.influencer?.user.username ?? ''
  const isBuyer = request.user.id === viewer.id
  if (isBuyer && request.attendee) {
    return (
      <div className={panel.part}>
        <h2 className={panel.heading}>{t('Paid and given away')}</h2>
        <GiveCall request={request} changed={changed} />
      </div>
    )
  }
  return (
    <div className={panel.part}>
      <h2 className={panel.heading}>
        {!isBuyer
          ? t('@{buyer} has invited you', { buyer: request.user.username })
          : request.state === 'accepted'
            ? t('Paid and accepted')
            : t('Paid')}
      </h2>
      <ol className={css.steps}>
        <li>{t('Open the call. You can test your camera and microphone first.')}</li>
        <li>
          {t('Wait for @{influencer}. Your time runs only while both of you are there.', { influencer })}
        </li>
        <li>{t('Keep the link: it brings you back into this call, from any of your devices.')}</li>
      </ol>
      <ActionBar>
        <ButtonLink to={path} variant="primary" wide icon={<Video size={18} aria-hidden="true" />}>
          {t('Start Session')}
        </ButtonLink>
      </ActionBar>
      <CallCalendar request={request} path={path} other={influencer} />
      <CopyLink path={path} />
      {isBuyer && <GiveCall request={request} changed={changed} />}
    </div>
  )
}
