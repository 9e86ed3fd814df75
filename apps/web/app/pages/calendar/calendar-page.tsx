import type { Influencer, SessionRequest } from '@parley/contract'
import { useQuery } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link, Navigate } from 'react-router'
import { api } from '../../api/browser.ts'
import { errorText } from '../../api/errors.ts'
import { Queries } from '../../api/queries.tsx'
import { useAuth } from '../../api/use-auth.ts'
import { useAvailability } from '../../features/availability/use-availability.ts'
import { type CalendarLine, dayStart, daysOf } from '../../features/calendar/calendar-days.ts'
import { DayList, type LineShown } from '../../features/calendar/day-list.tsx'
import { useCalendar } from '../../features/calendar/use-calendar.ts'
import { MoreRequests } from '../../features/requests/list/more-requests.tsx'
import { RequestItem, type ShieldFor } from '../../features/requests/list/request-item.tsx'
import { answerByText, stateText } from '../../features/requests/list/state-text.ts'
import { mayAnswer, useOwnerAnswers } from '../../features/requests/list/use-owner-answers.tsx'
import { useRequests } from '../../features/requests/list/use-requests.ts'
import { mayStillSuggest, SuggestTimes } from '../../features/slots/suggest-times.tsx'
import { durationText } from '../../language/durations.ts'
import { dateText } from '../../language/formats.ts'
import { useShownZone } from '../../language/shown-zone.ts'
import { t } from '../../language/text.ts'
import { serverNowMs } from '../../store/server-clock.ts'
import { LoadFailed } from '../../ui/alerts/load-failed.tsx'
import { IconButton } from '../../ui/button.tsx'
import { PageBody } from '../../ui/page.tsx'
import part from '../../ui/page-section.module.css'
import { PageSection } from '../../ui/page-section.tsx'
import { Skeleton } from '../../ui/waiting/skeleton.tsx'
import { ListedShield } from '../safety/listed-shield.tsx'
import css from './calendar-page.module.css'
import { nextCall } from './next-call.ts'

const DAYS = 7
/** More would push the days of the calendar out of sight. */
const WAITING_SHOWN = 3
/** No influencer sells slots further ahead than a year. */
const WEEKS_AHEAD = 52

const DATE = { day: 'numeric', month: 'short' } as const

/** The text for the seven days on the page. */
const daysText = (from: Date): string =>
  t('{from} to {until}', { from: dateText(from, DATE), until: dateText(dayStart(from, DAYS - 1), DATE) })

function useOwnProfile(username: string) {
  return useQuery({
    queryKey: ['own-profile', username],
    queryFn: ({ signal }) => api.get<Influencer>(`/api/parley/${username}/`, { signal }),
  })
}

/** How bookings are accepted, with a link to change it. */
function HowAccepted() {
  const { data } = useAvailability()
  const words =
    data === undefined
      ? null
      : data.mode === 'off'
        ? t('You do not offer times yet.')
        : data.accept === 'auto'
          ? t('Booked times are accepted automatically.')
          : t('You accept booked times by hand.')
  return (
    <p className={css.small}>
      {words ?? '\u00a0'} <Link to="/availability">{t('Your times')}</Link>
    </p>
  )
}

const shieldFor: ShieldFor = (other, about) => <ListedShield person={other} about={about} />

interface NextProps {
  request: SessionRequest | null
  username: string
  /** Its answers, where one is due. */
  actions: ReactNode
}

/** The next call: with whom, when, and the ticket or the answer that it waits for. */
function Next({ request, username, actions }: NextProps) {
  return (
    <PageSection title={t('Who is next')}>
      {request ? (
        <ul className={css.list}>
          <RequestItem
            // Another call is another sheet: none that is open becomes that of another person.
            key={request.id}
            {...{ request, actions, shieldFor }}
            viewer={{ username }}
          />
        </ul>
      ) : (
        <p className={css.small}>{t('No call with a date is coming up.')}</p>
      )}
    </PageSection>
  )
}

function Body({ username }: { username: string }) {
  const [week, setWeek] = useState(0)
  const zone = useShownZone()
  const from = dayStart(new Date(serverNowMs()), week * DAYS)
  const calendar = useCalendar(from, dayStart(from, DAYS))
  const profile = useOwnProfile(username)
  const list = useRequests(username, 'calls')
  const answers = useOwnerAnswers(list, (request, changed) => {
    const influencer = profile.data
    if (!influencer || !mayStillSuggest(request, influencer)) return null
    return <SuggestTimes request={request} influencer={influencer} suggested={changed} />
  })
  if (calendar.isPending || list.isPending) return <Skeleton height="320px" />
  const failed = calendar.isError ? calendar : list.isError ? list : null
  if (failed && !(calendar.data && list.data)) {
    return <LoadFailed problem={errorText(failed.error)} retry={() => void failed.refetch()} />
  }
  const taken = calendar.data?.taken ?? []
  const bySlug = new Map(list.requests.map(request => [request.slug, request]))
  const inDays = new Set(taken.map(each => each.slug))
  const waits = (request: SessionRequest) => mayAnswer(request) && !inDays.has(request.slug)
  // Hours that somebody asks for are no call yet: they wait below.
  const dated = list.requests.filter(request => request.slot !== null || !waits(request))
  const next = nextCall(dated, serverNowMs())
  // It is answered above the days, once on the page.
  const answered = next && mayAnswer(next) ? next : null
  const waiting = list.requests.filter(request => waits(request) && request !== answered)
  const show = (line: CalendarLine): LineShown => {
    if (line.kind === 'event') return eventShown(line, profile.data)
    const request = bySlug.get(line.slug ?? '')
    if (!request) return { what: t('A call') }
    const actions = request === answered ? null : answers.actionsFor(request)
    return callShown(line, request, { username, zone, actions })
  }
  return (
    <>
      <Next request={next} username={username} actions={answered && answers.actionsFor(answered)} />
      {waiting.length > 0 && (
        <PageSection title={t('Waiting for your answer')}>
          <ul className={css.list}>
            {waiting.slice(0, WAITING_SHOWN).map(request => (
              <RequestItem
                key={request.id}
                request={request}
                viewer={{ username }}
                actions={answers.actionsFor(request)}
                shieldFor={shieldFor}
              />
            ))}
          </ul>
          {waiting.length > WAITING_SHOWN && (
            <p>
              <Link to={`/profile/${username}#sessions`}>{t('All that wait for your answer')}</Link>
            </p>
          )}
        </PageSection>
      )}
      <section className={part.section} aria-labelledby="days">
        <div className={css.weeks}>
          <h2 id="days" className={part.title} aria-live="polite">
            {week === 0 ? t('The next seven days') : daysText(from)}
          </h2>
          <div className={css.buttons}>
            <IconButton
              label={t('Seven days earlier')}
              disabled={week === 0}
              onClick={() => setWeek(week - 1)}
            >
              <ChevronLeft size={20} aria-hidden="true" />
            </IconButton>
            <IconButton
              label={t('Seven days on')}
              disabled={week === WEEKS_AHEAD}
              onClick={() => setWeek(week + 1)}
            >
              <ChevronRight size={20} aria-hidden="true" />
            </IconButton>
          </div>
        </div>
        <DayList days={daysOf(taken, from, DAYS)} isLoading={calendar.isPlaceholderData} show={show} />
      </section>
      <MoreRequests more={list.more} words={t('Show more calls')} />
      {answers.sheet}
    </>
  )
}

function eventShown({ slug }: CalendarLine, profile: Influencer | undefined): LineShown {
  const event = profile?.virtual_events.find(each => each.slug === slug)
  return {
    what: (
      <>
        <strong>{event?.title ?? t('Your event')}</strong>
        <Link to={`/live-event/${slug ?? ''}`}>{t('Open event')}</Link>
      </>
    ),
  }
}

function callShown(
  { kind }: CalendarLine,
  request: SessionRequest,
  { username, zone, actions }: { username: string; zone: string; actions: LineShown['more'] },
): LineShown {
  const other = request.attendee?.username ?? request.user.username
  const answerBy = answerByText(request, { username }, zone)
  if (kind === 'proposal') return { what: t('Kept free for @{other}, to whom you suggested it', { other }) }
  return {
    what: (
      <>
        <strong>@{other}</strong>
        <span className={css.small}>
          {durationText(request.duration, request.duration_display)} · {stateText(request, { username }).text}
        </span>
        {answerBy !== null && <span className={css.small}>{answerBy}</span>}
      </>
    ),
    more: actions,
  }
}

/** The influencer's own calendar: the next call, requests that wait for an answer, and the days with their gaps. */
export function CalendarPage() {
  const { user } = useAuth()
  if (user && !user.is_influencer) return <Navigate to="/become-influencer" replace />
  return (
    <PageBody width="text" className={css.page}>
      <div>
        <h1>{t('Calendar')}</h1>
        {user && (
          <Queries>
            <HowAccepted />
          </Queries>
        )}
      </div>
      {user && (
        <Queries>
          <Body username={user.username} />
        </Queries>
      )}
      <p className={css.small}>
        <Link to="/my-account#notifications">{t('Show it in your own calendar')}</Link>
      </p>
    </PageBody>
  )
}
