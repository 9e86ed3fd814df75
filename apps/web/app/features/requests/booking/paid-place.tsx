import type { SessionRequest } from '@parley/contract'
import { Video } from 'lucide-react'
import { t } from '../../../language/text.ts'
import { ActionBar } from '../../../ui/action-bar.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import panel from '../../../ui/panel.module.css'
import { CopyLink } from '../link/copy-link.tsx'
import { requestLink } from '../link/link-text.ts'
import css from '../receipt/paid-request.module.css'

/** A paid place at an event: what happens next, the way in, and its link. */
export function PaidPlace({ request }: { request: SessionRequest }) {
  const link = requestLink(request, { username: request.user.username })
  if (!('path' in link)) return null
  const influencer = request.influencer?.user.username ?? ''
  return (
    <div className={panel.part}>
      <h2 className={panel.heading}>{t('Your place is paid')}</h2>
      <ol className={css.steps}>
        <li>{t('Open the event. You only watch: no camera, no microphone.')}</li>
        <li>{t('Wait for @{influencer}. The time runs while they are live.', { influencer })}</li>
        <li>{t('Come late or come back at any time: you simply join.')}</li>
      </ol>
      <ActionBar>
        <ButtonLink to={link.path} look="primary" wide icon={<Video size={18} aria-hidden="true" />}>
          {t('Start Event')}
        </ButtonLink>
      </ActionBar>
      <CopyLink path={link.path} />
    </div>
  )
}
