import type { SessionRequest } from '@parley/contract'
import { ReceiptText } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { Link } from 'react-router'
import { durationText } from '../../../language/durations.ts'
import { dateText } from '../../../language/formats.ts'
import { t } from '../../../language/text.ts'
import { ShareButton } from '../../../ui/share/share-button.tsx'
import { CopyLink } from '../link/copy-link.tsx'
import { requestLink } from '../link/link-text.ts'
import { isOpen, SessionLink } from '../link/session-link.tsx'
import { ShareLink } from '../link/share-link.tsx'
import { otherParty, RequestHead } from '../list/request-head.tsx'
import css from '../list/request-item.module.css'
import { isGivenAway } from '../list/request-item.tsx'
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
function whoText({ user, influencer }: SessionRequest, viewer: PrepaidItemProps['viewer']): string {
  if (influencer?.user.username === viewer.username) return t('You accepted their offer')
  if (user.username !== viewer.username) return t('@{buyer} has invited you', { buyer: user.username })
  return influencer ? t('They accepted your offer') : t('Made by you')
}

/** Whom the card shows; nobody for an own link that nobody has accepted. */
function otherOf(request: SessionRequest, viewer: PrepaidItemProps['viewer']) {
  if (request.influencer) return otherParty(request, viewer)
  return request.user.username === viewer.username ? null : { ...request.user, picture: null }
}

/** The links: one to share until a person has accepted, then one to the call. */
function Links({ request, viewer, of }: PrepaidItemProps & { of: string }) {
  const link = requestLink(request, viewer)
  if ('path' in link) {
    return isGivenAway(request, viewer) ? null : (
      <SessionLink request={request} viewer={viewer} rank="first" of={of} />
    )
  }
  const path = `/prepaid/${request.slug}`
  const isPaid = request.payment.stripe_intent_confirmed
  if (isPaid && request.user.username === viewer.username) {
    return (
      <>
        <div className={css.session}>
          <CopyLink path={path} variant="primary" of={of} />
          <ShareButton path={path} title={request.description} />
        </div>
        <p className={css.facts}>
          {t('Send it to somebody: they read “{state}” until they accept.', { state: link.text })}
        </p>
        <Link to={path} className={css.path}>
          {t('Open the offer')}
        </Link>
      </>
    )
  }
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
      <p className={css.facts}>{t('Call: {state}', { state: link.text })}</p>
    </>
  )
}

/** One prepaid request in the list of its buyer or its influencer. */
export function PrepaidItem({ request, viewer, actions }: PrepaidItemProps) {
  const state = stateText(request, viewer)
  const id = useId()
  const ids = { name: `${id}-name`, about: `${id}-about` }
  return (
    <li className={css.item}>
      <RequestHead request={request} other={otherOf(request, viewer)} id={ids.name}>
        <p className={css.facts}>
          {durationText(request.duration, request.duration_display)} · {whoText(request, viewer)} ·{' '}
          <time dateTime={request.created_at}>{dateText(new Date(request.created_at), DATE)}</time>
        </p>
      </RequestHead>
      <p id={ids.about} className={css.about}>
        {request.description}
      </p>
      {request.attendee && (
        <p className={css.facts}>{t('@{attendee} attends', { attendee: request.attendee.username })}</p>
      )}
      <Note request={request} />
      <StateLine state={state} ring="small" />
      {isOpen(request) && <Links request={request} viewer={viewer} of={`${ids.name} ${ids.about}`} />}
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
