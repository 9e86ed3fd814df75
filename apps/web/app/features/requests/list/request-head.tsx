import type { SessionRequest } from '@parley/contract'
import { Link2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { priceText } from '../../../language/prices.ts'
import { t } from '../../../language/text.ts'
import { Portrait } from '../../../ui/portrait.tsx'
import { Ring } from '../../../ui/ring.tsx'
import type { Viewer } from '../link/link-text.ts'
import { isOpen } from '../link/session-link.tsx'
import css from './request-item.module.css'

/** The other person of a request, and their image: only influencers have one. */
export function otherParty(request: SessionRequest, viewer: Viewer) {
  const { influencer } = request
  if (influencer === null || viewer?.username === influencer.user.username)
    return { ...(request.attendee ?? request.user), picture: null }
  return { ...influencer.user, picture: influencer.profile.picture }
}

interface RequestHeadProps {
  request: SessionRequest
  /** The other person; null for a link that nobody has accepted. */
  other: { username: string; picture: string | null } | null
  /** The id of the heading, by which the card's buttons are named. */
  id: string
  /** The facts below the name. */
  children: ReactNode
}

/** The head of a request in a list: the other person with their image, the price, and facts. */
export function RequestHead({ request, other, id, children }: RequestHeadProps) {
  const tone = isOpen(request) ? 'ember' : 'quiet'
  return (
    <div className={css.who}>
      {other === null ? (
        <Ring tone={tone} fraction={0.86} weight={2.4} className={css.portrait}>
          <Link2 size={22} aria-hidden="true" />
        </Ring>
      ) : (
        <Portrait
          name={other.username}
          picture={other.picture}
          tone={tone}
          sizes="56px"
          className={css.portrait}
        />
      )}
      <div className={css.words}>
        <div className={css.top}>
          <h3 id={id} className={css.name}>
            {other === null ? t('Your prepaid link') : `@${other.username}`}
          </h3>
          <span className={css.amount}>
            {request.amount === null ? t('A gift') : priceText(request.amount)}
          </span>
        </div>
        {children}
      </div>
    </div>
  )
}
