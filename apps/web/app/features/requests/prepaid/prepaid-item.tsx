import type { SessionRequest } from '@parley/contract'
import { ReceiptText } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { durationText } from '../../../language/durations.ts'
import { dateText } from '../../../language/formats.ts'
import { priceText } from '../../../language/prices.ts'
import { t } from '../../../language/text.ts'
import { CopyLink } from '../link/copy-link.tsx'
import { requestLink } from '../link/link-text.ts'
import { ShareLink } from '../link/share-link.tsx'
import css from '../list/request-item.module.css'
import { StateLine } from '../list/state-line.tsx'
import { stateText } from '../list/state-text.ts'
import { Note } from '../note.tsx'
import { hasReceipt } from '../receipt/receipt-facts.ts'

export interface PrepaidItemProps {
  request: SessionRequest
  viewer: { username: string }
  /** The reader's actions. */
  actions?: ReactNode
}

const DATE = { day: 'numeric', month: 'short', year: 'numeric' } as const
export const isOpen = (request: SessionRequest) => request.state === 'offered' || request.state === 'accepted'

function whoText(request: SessionRequest, username: string): string {
  if (request.user.username !== username)
    return t('You accepted it from @{requester}', { requester: request.user.username })
  return request.influencer
    ? t('Accepted by @{influencer}', { influencer: request.influencer.user.username })
    : t('Made by you')
}

/** The links: one to share until a person has accepted, then one to the call. */
function Links({ request, viewer }: PrepaidItemProps) {
  const link = requestLink(request, viewer)
  if ('path' in link) {
    return (
      <div className={css.link}>
        <CopyLink path={link.path} />
      </div>
    )
  }
  const path = `/prepaid/${request.slug}`
  const isPaid = request.payment.stripe_intent_confirmed
  return (
    <>
      {isPaid && (
        <div className={css.link}>
          <Link to={path} className={css.path}>
            {t('Open the offer')}
          </Link>
          <ShareLink path={path} title={request.description} />
        </div>
      )}
      <p className={css.none}>{t('Call: {state}', { state: link.text })}</p>
    </>
  )
}

/** One prepaid request in the list of its buyer or its influencer. */
export function PrepaidItem({ request, viewer, actions }: PrepaidItemProps) {
  const state = stateText(request, viewer)
  return (
    <li className={css.item}>
      <div className={css.top}>
        <strong className={css.what}>{request.description}</strong>
        <span className={css.amount}>
          {request.amount === null ? t('A gift') : priceText(request.amount)}
        </span>
      </div>
      <p className={css.facts}>
        {durationText(request.duration, request.duration_display)} · {whoText(request, viewer.username)} ·{' '}
        <time dateTime={request.created_at}>{dateText(new Date(request.created_at), DATE)}</time>
      </p>
      {request.attendee && (
        <p className={css.facts}>{t('@{attendee} attends', { attendee: request.attendee.username })}</p>
      )}
      {request.note !== null && <Note note={request.note} />}
      <StateLine state={state} ring="small" />
      {isOpen(request) && <Links request={request} viewer={viewer} />}
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
