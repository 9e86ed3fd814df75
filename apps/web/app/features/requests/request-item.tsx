import type { SessionRequest } from '@parley/contract'
import { ReceiptText } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { durationText } from '../../language/durations.ts'
import { dateText } from '../../language/formats.ts'
import { priceText } from '../../language/prices.ts'
import { t } from '../../language/text.ts'
import { CopyLink } from './copy-link.tsx'
import { requestLink, type Viewer } from './link-text.ts'
import { Note } from './note.tsx'
import { hasReceipt } from './receipt-facts.ts'
import css from './request-item.module.css'
import { StateLine } from './state-line.tsx'
import { stateText } from './state-text.ts'

export interface RequestItemProps {
  request: SessionRequest
  viewer: Viewer
  /** What the viewer may do about it. */
  actions?: ReactNode
}

const DATE = { day: 'numeric', month: 'short', year: 'numeric' } as const

function otherParty(request: SessionRequest, viewer: Viewer): string {
  const influencer = request.influencer?.user.username
  if (viewer?.username === influencer || influencer === undefined)
    return request.attendee?.username ?? request.user.username
  return influencer
}

/** Who attends in the buyer's place, as each of the three reads it. */
function givenText(request: SessionRequest, viewer: Viewer): string {
  const attendee = request.attendee?.username ?? ''
  const buyer = request.user.username
  if (viewer?.username === attendee) return t('@{buyer} has invited you', { buyer })
  if (viewer?.username === buyer) return t('@{attendee} attends in your place.', { attendee })
  return t('@{buyer} has given this call to @{attendee}', { buyer, attendee })
}

/** One request in a list. */
export function RequestItem({ request, viewer, actions }: RequestItemProps) {
  const state = stateText(request, viewer)
  const link = requestLink(request, viewer)
  return (
    <li className={css.item}>
      <div className={css.top}>
        <strong>@{otherParty(request, viewer)}</strong>
        <span className={css.amount}>
          {request.amount === null ? t('A gift') : priceText(request.amount)}
        </span>
      </div>
      <p className={css.facts}>
        {durationText(request.duration, request.duration_display)} ·{' '}
        <time dateTime={request.created_at}>{dateText(new Date(request.created_at), DATE)}</time>
      </p>
      {request.attendee && <p className={css.facts}>{givenText(request, viewer)}</p>}
      {request.note !== null && <Note note={request.note} />}
      <StateLine state={state} ring="small" />
      <div className={css.link}>
        {'path' in link ? (
          <>
            <Link to={link.path} className={css.path}>
              {link.path}
            </Link>
            <CopyLink path={link.path} />
          </>
        ) : (
          <span className={css.none}>{link.text}</span>
        )}
      </div>
      {hasReceipt(request) && (
        <Link to={`/receipt/${request.slug}`} className={css.receipt}>
          <ReceiptText size={16} aria-hidden="true" />
          {t('Receipt')}
        </Link>
      )}
      {actions && <div className={css.actions}>{actions}</div>}
    </li>
  )
}
