import type { CallAttendance } from '@parley/contract'
import { countdownText } from '@parley/contract/duration'
import { isSomething } from '@parley/contract/money'
import { type ReactNode, useEffect, useState } from 'react'
import { api } from '../../../api/browser.ts'
import { dateText } from '../../../language/formats.ts'
import { priceText } from '../../../language/prices.ts'
import { settledWords } from '../../../language/settled-words.ts'
import { t } from '../../../language/text.ts'
import { type AttendanceBar, attendanceBars } from './attendance-bars.ts'
import css from './call-attendance.module.css'

const POLLS_MAX = 4
const POLL_EVERY_MS = 3_000

/** What the server saw of a call; requested again for a moment, because the decision may follow its last second. */
export function useAttendance(slug: string): CallAttendance | null {
  const [found, setFound] = useState<CallAttendance | null>(null)
  const [polls, setPolls] = useState(0)
  useEffect(() => {
    if (polls >= POLLS_MAX || found?.decision) return
    const controller = new AbortController()
    const poll = () =>
      api
        .get<CallAttendance>(`/api/parley/${encodeURIComponent(slug)}/attendance/`, {
          signal: controller.signal,
        })
        .then(setFound)
        // The bars are an addition: without an answer they are left out.
        .catch(() => undefined)
        .finally(() => controller.signal.aborted || setPolls(polls + 1))
    const timer = setTimeout(() => void poll(), polls === 0 ? 0 : POLL_EVERY_MS)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [slug, polls, found])
  return found
}

/** These decide about a call that was not used up; all other rules are shorter. */
const RULES_OF_UNUSED_TIME = [
  ...(['ended_by_buyer', 'influencer_waited', 'not_used', 'cut_by_influencer'] as const),
  ...(['buyer_absent', 'influencer_absent', 'staff_decide'] as const),
]
const A_LONG_PRICE = '1000.00'
const A_TIME = '2026-01-01T10:00:00Z'

const backText = (amount: string) => t('{amount} goes back.', { amount: priceText(amount) })
const timeOf = (iso: string) => dateText(new Date(iso), { hour: '2-digit', minute: '2-digit' })

interface RowProps {
  name: string
  presence: CallAttendance['you']
  /** Null in a call in which nobody was: the bar is empty. */
  bar: AttendanceBar | null
}

/** Waiting counts up to this, so no time that is shown is longer. */
const LONGEST_WAIT_SECONDS = 600

const waitedText = (seconds: number) => t('waited {time}', { time: countdownText(seconds) })
const seenText = (first: string, last: string) =>
  t('{from} to {until}', { from: timeOf(first), until: timeOf(last) })

function Row({ name, presence, bar }: RowProps) {
  const { first_seen: first, last_seen: last, waited } = presence
  const place = ({ left, width }: { left: number; width: number }) => ({
    left: `${left.toFixed(2)}%`,
    width: `${width.toFixed(2)}%`,
  })
  return (
    <li className={css.row}>
      <span className={css.name}>{name}</span>
      <span
        className={css.times}
        data-longest={`${seenText(A_TIME, A_TIME)} · ${waitedText(LONGEST_WAIT_SECONDS)}`}
      >
        <span>
          {first && last ? seenText(first, last) : t('was not there')}
          {waited > 0 && ` · ${waitedText(waited)}`}
        </span>
      </span>
      <span className={css.track} aria-hidden="true">
        {bar?.seen && <span className={css.seen} style={place(bar.seen)} />}
        {bar?.seen && bar.live.map(each => <span key={each.left} className={css.live} style={place(each)} />)}
      </span>
    </li>
  )
}

function ruleText({ agreed, live, decision }: CallAttendance, parties: ShownParties): string {
  if (!decision && !agreed && live.length === 0)
    return t('The call has not begun: it begins when you are both there.')
  const side = parties.isInfluencer ? 'influencer' : 'buyer'
  // The decision follows the last second, and there is nothing left to decide.
  if (!decision && parties.isUsedUp) return settledWords('used_up', { side, other: parties.otherUsername })
  if (!decision)
    return agreed
      ? t('What comes back is decided by this at {time}, when the agreed time is over.', {
          time: timeOf(agreed.end),
        })
      : t('What was not used stays open for 24 hours. Then it is decided by this what comes back.')
  // Where the bank took the price back no rule of ours decides any more.
  if (!decision.rule || decision.outcome === 'charged_back') return ''
  return settledWords(decision.rule, { side, other: parties.otherUsername })
}

interface ShownParties {
  isInfluencer: boolean
  otherUsername: string
  /** Whether the last second of the call was used. */
  isUsedUp?: boolean
  /** The buyer's name, for a reader who was not there. */
  buyerUsername?: string
}

/** Who was in the call, as two bars; what follows from it comes below. */
export function Attendance({
  attendance,
  parties,
  children,
}: {
  attendance: CallAttendance
  parties: Omit<ShownParties, 'isInfluencer'>
  children?: ReactNode
}) {
  const bars = attendanceBars(attendance)
  const { buyerUsername, otherUsername } = parties
  const you = buyerUsername === undefined ? t('You') : `@${buyerUsername}`
  return (
    <section className={css.attendance} aria-label={t('Who was there')}>
      <h2 className={css.heading}>{t('Who was there')}</h2>
      <ul className={css.rows}>
        <Row name={you} presence={attendance.you} bar={bars?.you ?? null} />
        <Row name={`@${otherUsername}`} presence={attendance.other} bar={bars?.other ?? null} />
      </ul>
      <p className={css.scale} aria-hidden="true">
        {bars && (
          <>
            <span>{timeOf(bars.start)}</span>
            <span className={css.key}>{t('both there')}</span>
            <span>{timeOf(bars.end)}</span>
          </>
        )}
      </p>
      {children}
    </section>
  )
}

/** The longest of what may be decided about unused time; its place is kept until the decision. */
function longestRule(parties: ShownParties): string {
  if (parties.isUsedUp) return ''
  const reader = {
    side: parties.isInfluencer ? 'influencer' : 'buyer',
    other: parties.otherUsername,
  } as const
  const rules = RULES_OF_UNUSED_TIME.map(rule => settledWords(rule, reader))
  const longest = rules.reduce((one, other) => (other.length > one.length ? other : one))
  return `${longest} ${backText(A_LONG_PRICE)}`
}

/**
 * The rule that decided about the money, and what goes back. Without the attendance, which the server has not said yet,
 * an empty line in its place.
 */
export function AttendanceRule({
  attendance,
  parties,
}: {
  attendance: CallAttendance | null
  parties: ShownParties
}) {
  const back = attendance?.decision?.refunded ?? '0.00'
  return (
    <p className={css.rule} data-longest={longestRule(parties)}>
      <span>
        {attendance && ruleText(attendance, parties)}
        {isSomething(back) && ` ${backText(back)}`}
      </span>
    </p>
  )
}

const SOMEBODY = { first_seen: A_TIME, last_seen: A_TIME, waited: 0 }
const NOBODY = { first_seen: null, last_seen: null, waited: 0 }

/** An attendance as high as the one that is not known yet. */
function likeAttendance(tookPlace: boolean): CallAttendance {
  const seen = tookPlace ? SOMEBODY : NOBODY
  const live = tookPlace ? [{ start: A_TIME, end: A_TIME, ended_by: null }] : []
  return { agreed: null, opens_at: null, you: seen, other: seen, live, used: 0, decision: null }
}

/** The place of an attendance that the server has not said yet. */
export function AttendancePlace({
  tookPlace,
  otherUsername,
  children,
}: {
  tookPlace: boolean
  otherUsername: string
  children?: ReactNode
}) {
  return (
    <div className={css.kept} aria-hidden="true">
      <Attendance attendance={likeAttendance(tookPlace)} parties={{ otherUsername }}>
        {children}
      </Attendance>
    </div>
  )
}

interface CallAttendanceOfProps extends ShownParties {
  attendance: CallAttendance | null
  /** Whether any of the time was used. */
  tookPlace: boolean
}

/** Who was there and what follows, once the server has said. Its place is kept until then. */
export function CallAttendanceOf({ attendance, tookPlace, ...parties }: CallAttendanceOfProps) {
  return (
    <div className={css.place}>
      {attendance ? (
        <Attendance attendance={attendance} parties={parties}>
          <AttendanceRule attendance={attendance} parties={parties} />
        </Attendance>
      ) : (
        <AttendancePlace tookPlace={tookPlace} otherUsername={parties.otherUsername}>
          <AttendanceRule attendance={null} parties={parties} />
        </AttendancePlace>
      )}
    </div>
  )
}
