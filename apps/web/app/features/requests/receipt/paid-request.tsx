import type { SessionRequest } from '@parley/contract'
import { JOIN_BEFORE_START_MS } from '@parley/contract/constants'
import { countdownText } from '@parley/contract/duration'
import { MINUTE_MS } from '@parley/contract/time-units'
import { Video } from 'lucide-react'
import { MOMENT } from '../../../language/formats.ts'
import { ownTimeText, useShownZone } from '../../../language/shown-zone.ts'
import { t } from '../../../language/text.ts'
import { ActionBar } from '../../../ui/action-bar.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import panel from '../../../ui/panel.module.css'
import { useNowMs } from '../../../ui/waiting/countdown.tsx'
import { hasBegun, leftText, untilText } from '../begun.ts'
import { GiveCall } from '../gifts/give-call.tsx'
import { CopyLink } from '../link/copy-link.tsx'
import { CallCalendar } from '../list/call-calendar.tsx'
import { answerByText, stateText } from '../list/state-text.ts'
import css from './paid-request.module.css'

export interface PaidRequestProps {
  request: SessionRequest
  viewer: { id: string }
  changed: (request: SessionRequest) => void
}

/** When, and in the times of which zone, somebody reads the page. */
interface Reading {
  zone: string
  nowMs: number
}

/** The first step into a call at a set time. */
function openStep({ slot }: SessionRequest, { zone, nowMs }: Reading): string {
  const opens = slot && new Date(Date.parse(slot.start) - JOIN_BEFORE_START_MS)
  if (opens === null || opens.getTime() <= nowMs)
    return t('Open the call. You can test your camera and microphone first.')
  return t(
    'The call opens {time}, {minutes} minutes before its time. You can test camera and microphone now.',
    {
      time: ownTimeText(opens, MOMENT, zone),
      minutes: String(JOIN_BEFORE_START_MS / MINUTE_MS),
    },
  )
}

/**
 * What happens next. Where the two have agreed on no time, the buyer reads who is asked first, and what comes back if
 * the call never begins; of a call that has begun, until when it can go on.
 */
function nextSteps(
  request: SessionRequest,
  { isBuyer, ...reading }: Reading & { isBuyer: boolean },
): string[] {
  const { state, timeRange, total_duration: total } = request
  const influencer = request.influencer?.user.username ?? ''
  const until = hasBegun(request) ? untilText(request) : null
  const answerBy = isBuyer ? answerByText(request, request.user, reading.zone) : null
  if (!isBuyer || timeRange !== null)
    return [
      ...(answerBy === null ? [] : [answerBy]),
      until === null
        ? openStep(request, reading)
        : t('Open the call again: it can go on until {time} at the latest.', { time: until }),
      t('Wait for @{influencer}. Your time runs only while both of you are there.', { influencer }),
      t('Keep the link: it brings you back into this call, from any of your devices.'),
    ]
  if (hasBegun(request))
    return [
      t('Open the call again: {left} of {total} is left.', {
        left: leftText(request),
        total: countdownText(total),
      }),
      t('Come back within a day of your last second together.'),
      t(
        'If you stay away, the rest is theirs where you ended the call, or where @{influencer} waits for you. In every other case it comes back to you.',
        { influencer },
      ),
    ]
  return [
    ...(state === 'accepted'
      ? []
      : [t('@{influencer} has been told. You find the answer here.', { influencer })]),
    t('Open the call when it suits you both. You can test your camera and microphone first.'),
    t(
      'Your time runs only while both of you are there. If the call does not begin within 30 days, all of it comes back to you.',
    ),
  ]
}

function paidText(request: SessionRequest): string {
  if (hasBegun(request)) return t('Paid and begun')
  return request.state === 'accepted' ? t('Paid and accepted') : t('Paid')
}

/** A paid request: what happens next, the ticket for the call, and its link. */
export function PaidRequest({ request, viewer, changed }: PaidRequestProps) {
  const path = `/chat/${request.slug}`
  const zone = useShownZone()
  const nowMs = useNowMs()
  const influencer = request.influencer?.user.username ?? ''
  const isBuyer = request.user.id === viewer.id
  if (request.payment.status === 'disputed') {
    return (
      <div className={panel.part}>
        <h2 className={panel.heading}>{stateText(request, isBuyer ? request.user : null).text}</h2>
        <p>{t('Nobody can join the call until the bank has decided.')}</p>
      </div>
    )
  }
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
        {isBuyer ? paidText(request) : t('@{buyer} has invited you', { buyer: request.user.username })}
      </h2>
      <ol className={css.steps}>
        {nextSteps(request, { isBuyer, zone, nowMs }).map(step => (
          <li key={step}>{step}</li>
        ))}
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
