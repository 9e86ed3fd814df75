import type { LiveEvent, SessionRequest } from '@parley/contract'
import { Video } from 'lucide-react'
import { dateText, zonedText } from '../../../language/formats.ts'
import { t } from '../../../language/text.ts'
import { ActionBar } from '../../../ui/action-bar.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import panel from '../../../ui/panel.module.css'
import { AddToCalendars } from '../../../ui/share/add-to-calendar.tsx'
import { eventEntry } from '../../../ui/share/calendar-entries.ts'
import { CopyLink } from '../link/copy-link.tsx'
import { requestLink } from '../link/link-text.ts'
import css from '../receipt/paid-request.module.css'

interface PaidPlaceProps {
  request: SessionRequest
  event: LiveEvent
}

/** Adds a dated event to the buyer's calendar; renders nothing for one without a date. */
function EventCalendar({ event }: Pick<PaidPlaceProps, 'event'>) {
  // Only a member's browser renders a paid place.
  const entry = typeof window === 'undefined' ? null : eventEntry(event, window.location.origin)
  return entry && <AddToCalendars entry={entry} />
}

/** A paid place at an event: what happens next, the ticket, its date for the calendar, and its link. */
export function PaidPlace({ request, event }: PaidPlaceProps) {
  const link = requestLink(request, { username: request.user.username })
  if (!('path' in link)) return null
  const influencer = request.influencer?.user.username ?? ''
  if (request.live_event?.format === 'queue') return <PaidTurn {...{ request, event }} path={link.path} />
  return (
    <div className={panel.part}>
      <h2 className={panel.heading}>{t('Your place is paid')}</h2>
      <ol className={css.steps}>
        <li>{t('Open the event. You only watch: no camera, no microphone.')}</li>
        <li>{t('Wait for @{influencer}. The time runs while they are live.', { influencer })}</li>
        <li>{t('Come late or come back at any time: you simply join.')}</li>
      </ol>
      <ActionBar>
        <ButtonLink to={link.path} variant="primary" wide icon={<Video size={18} aria-hidden="true" />}>
          {t('Start Event')}
        </ButtonLink>
      </ActionBar>
      <EventCalendar event={event} />
      <CopyLink path={link.path} />
    </div>
  )
}

const CLOCK = { timeStyle: 'short' } as const

/** "Your turn about 19:40 to 19:55 GMT": the text on the ticket of a turn; null while no time is known. */
export function turnText(turn: SessionRequest['turn']): string | null {
  if (turn?.state !== 'waiting' || turn.eta_from === null || turn.eta_to === null) return null
  const [from, to] = [new Date(turn.eta_from), new Date(turn.eta_to)]
  return t('Your turn about {from} to {to}', { from: dateText(from, CLOCK), to: zonedText(to, CLOCK) })
}

/** A paid turn in a line: its number, its approximate time, what to do, and the ticket. */
function PaidTurn({ request, event, path }: PaidPlaceProps & { path: string }) {
  const influencer = request.influencer?.user.username ?? ''
  const { turn } = request
  const about = turnText(turn)
  return (
    <div className={panel.part}>
      <h2 className={panel.heading}>{t('Your turn is paid')}</h2>
      <p>
        {turn?.number
          ? t('You are number {number}.', { number: turn.number })
          : t('Your number is drawn by lot half an hour before the start.')}
        {about !== null && ` ${about}.`}
      </p>
      <ol className={css.steps}>
        <li>{t('Open the line a little before your turn, with camera and microphone.')}</li>
        <li>{t('Press “I am ready” and keep the page open: you are called with sound.')}</li>
        <li>{t('You meet @{influencer} alone. The time runs while you see each other.', { influencer })}</li>
      </ol>
      <ActionBar>
        <ButtonLink to={path} variant="primary" wide icon={<Video size={18} aria-hidden="true" />}>
          {t('Start Event')}
        </ButtonLink>
      </ActionBar>
      <EventCalendar event={event} />
      <CopyLink path={path} />
    </div>
  )
}
