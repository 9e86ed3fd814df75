import type { ReportSubject, SessionRequest } from '@parley/contract'
import { formatAmount } from '@parley/contract/money'
import { ReceiptText } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { Link } from 'react-router'
import { durationText } from '../../../language/durations.ts'
import { useShownZone } from '../../../language/shown-zone.ts'
import { t } from '../../../language/text.ts'
import { serverNowMs } from '../../../store/server-clock.ts'
import { Countdown } from '../../../ui/waiting/countdown.tsx'
import type { Viewer } from '../link/link-text.ts'
import { isOpen, SessionLink } from '../link/session-link.tsx'
import { cancelText } from '../money-back/money-back-words.ts'
import { Note } from '../note.tsx'
import { hasReceipt, netPence } from '../receipt/receipt-facts.ts'
import { splitOf } from '../split-text.ts'
import { whenText } from './agreed-time.ts'
import { otherParty, RequestHead } from './request-head.tsx'
import css from './request-item.module.css'
import { StateLine } from './state-line.tsx'
import { answerByText, type StateText, stateText } from './state-text.ts'

export interface RequestItemProps {
  request: SessionRequest
  viewer: Viewer
  /** The reader's actions. */
  actions?: ReactNode
  /** The shield of the other person. */
  shieldFor?: ShieldFor | undefined
  /** Says more than its state in a few words, and in its place. */
  state?: StateText
}

type Other = { id: string; username: string }
/** `about` is the subject of a report from the card. */
export type ShieldFor = (other: Other, about: { kind: ReportSubject; id: string }) => ReactNode

/** The event of a place for a report about its owner, else the call; a link that nobody accepted has no other side. */
function reportAbout(
  { slug, influencer, live_event }: SessionRequest,
  other: Other,
): Parameters<ShieldFor>[1] {
  if (influencer === null) return { kind: 'user', id: other.id }
  if (live_event && influencer.user.id === other.id) return { kind: 'event', id: live_event.slug }
  return { kind: 'request', id: slug }
}

/** Who attends in the buyer's place, worded for each of the three people. */
function givenText(request: SessionRequest, viewer: Viewer): string {
  const attendee = request.attendee?.username ?? ''
  const buyer = request.user.username
  if (viewer?.username === attendee) return t('@{buyer} has invited you', { buyer })
  if (viewer?.username === buyer) return t('@{attendee} attends in your place.', { attendee })
  return t('@{buyer} has given this call to @{attendee}', { buyer, attendee })
}

/** Whether the reader is a buyer who gave the call to another person, who joins it now. */
export const isGivenAway = ({ attendee, user }: SessionRequest, viewer: Viewer) =>
  attendee !== null && user.username === viewer?.username

/** Whether the reader is the influencer. */
const isTheirs = ({ influencer }: SessionRequest, viewer: Viewer) =>
  influencer !== null && influencer.user.username === viewer?.username

/** Whether the reader is an influencer who has not answered yet. */
const waitsForAnswer = (request: SessionRequest, viewer: Viewer) =>
  isTheirs(request, viewer) && request.state === 'offered' && request.request_type === 'private'

/** The agreed time, or else the day of the request. */
function When({ request, id }: { request: SessionRequest; id: string }) {
  const zone = useShownZone()
  const at = request.timeRange?.start ?? request.created_at
  return (
    <time id={id} dateTime={at}>
      {whenText(request, zone)}
    </time>
  )
}

type Dated = SessionRequest & { timeRange: NonNullable<SessionRequest['timeRange']> }

/** Whether it has a time in the future. */
const isAhead = (request: SessionRequest): request is Dated =>
  request.timeRange !== null && isOpen(request) && Date.parse(request.timeRange.start) > serverNowMs()

/** One request in a list. */
export function RequestItem({
  request,
  viewer,
  actions,
  shieldFor,
  state = stateText(request, viewer),
}: RequestItemProps) {
  const zone = useShownZone()
  const id = useId()
  const ids = { name: `${id}-name`, when: `${id}-when` }
  const answerBy = answerByText(request, viewer, zone)
  const other = otherParty(request, viewer)
  const cancels = request.user.username === viewer?.username ? cancelText(request, zone) : null
  return (
    <li className={css.item}>
      <RequestHead request={request} other={other.username === viewer?.username ? null : other} id={ids.name}>
        <p className={css.facts}>
          {durationText(request.duration, request.duration_display)} ·{' '}
          <When request={request} id={ids.when} />
        </p>
        {isAhead(request) && (
          <p className={css.until}>
            <Countdown to={request.timeRange.start} />
          </p>
        )}
      </RequestHead>
      <p className={css.about}>{request.live_event?.title ?? request.description}</p>
      {request.attendee && <p className={css.facts}>{givenText(request, viewer)}</p>}
      <Note request={request} />
      <StateLine state={state} ring="small" />
      {answerBy !== null && <p className={css.facts}>{answerBy}</p>}
      {isTheirs(request, viewer) && isOpen(request) && request.amount !== null && (
        <p className={css.facts}>
          {t('You get {share}, Parley {fee}.', splitOf(formatAmount(netPence(request)), request.fee_percent))}
        </p>
      )}
      {cancels !== null && <p className={css.facts}>{cancels}</p>}
      {isOpen(request) && !isGivenAway(request, viewer) && (
        <SessionLink
          request={request}
          viewer={viewer}
          rank={waitsForAnswer(request, viewer) ? 'second' : 'first'}
          of={`${ids.name} ${ids.when}`}
        />
      )}
      {hasReceipt(request) && (
        <p className={css.papers}>
          <Link to={`/receipt/${request.slug}`} className={css.receipt}>
            <ReceiptText size={16} aria-hidden="true" />
            {t('Receipt')}
          </Link>
          <Link to={`/money/${request.slug}`} className={css.receipt}>
            {t('Where every penny is')}
          </Link>
        </p>
      )}
      {actions && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is for the fields of a form.
        <div className={css.actions} role="group" aria-labelledby={`${ids.name} ${ids.when}`}>
          {actions}
        </div>
      )}
      {other.username !== viewer?.username && shieldFor && (
        <div className={css.safety}>
          {shieldFor({ id: other.id, username: other.username }, reportAbout(request, other))}
        </div>
      )}
    </li>
  )
}
