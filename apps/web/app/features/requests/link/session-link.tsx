import type { SessionRequest } from '@parley/contract'
import { Video } from 'lucide-react'
import { useId } from 'react'
import { t } from '../../../language/text.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import css from '../list/request-item.module.css'
import { CopyLink } from './copy-link.tsx'
import { requestLink, type Viewer } from './link-text.ts'

export const isOpen = ({ state }: SessionRequest) => state === 'offered' || state === 'accepted'

/** Whether a call can begin: it is paid, and no money has been refunded. */
const isPaid = ({ payment: { status } }: SessionRequest) => status === 'paid' || status === 'partly_refunded'

export interface SessionLinkProps {
  request: SessionRequest
  viewer: Viewer
  /** `second` where another action comes first. */
  rank: 'first' | 'second'
  /** The ids of what tells this call from the others of a list: the names of the button and the link end with it. */
  of: string
}

/** The link to a call or event: a button and a link to copy, or why there is none yet. */
export function SessionLink({ request, viewer, rank, of }: SessionLinkProps) {
  const id = useId()
  const link = requestLink(request, viewer)
  if ('text' in link) return <p className={css.facts}>{link.text}</p>
  return (
    <div className={css.session}>
      {isPaid(request) && (
        <ButtonLink
          id={id}
          aria-labelledby={`${id} ${of}`}
          to={link.path}
          variant={rank === 'first' ? 'primary' : 'secondary'}
          icon={<Video size={18} aria-hidden="true" />}
        >
          {request.live_event ? t('Start Event') : t('Start Session')}
        </ButtonLink>
      )}
      <CopyLink path={link.path} of={of} />
    </div>
  )
}
