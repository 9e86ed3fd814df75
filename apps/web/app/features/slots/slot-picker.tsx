import type { Influencer, Slot, Slots } from '@parley/contract'
import { CalendarDays, ChevronDown } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { showZone, useShownZone, zoneName } from '../../language/shown-zone.ts'
import { msg, t } from '../../language/text.ts'
import { Button } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import { Select } from '../../ui/form/field.tsx'
import { isLost } from './lost-time.ts'
import { datesOf, monthOf } from './month.ts'
import { MonthGrid } from './month-grid.tsx'
import slotButton from './slot-button.module.css'
import css from './slot-picker.module.css'
import { dateIn, dayText, knownZones, slotText, timeText, todayIn } from './slot-text.ts'
import { type SoldCall, useSlots } from './use-slots.ts'

/** The influencer of the slots, and how they can be booked. */
export interface Bookable {
  user: { username: string }
  booking_mode: Influencer['booking_mode']
}

export interface SlotPickerProps {
  influencer: Bookable
  /** The start of the chosen slot; null while none is. */
  chosen: string | null
  onChoose: (start: string | null) => void
  /** Slots that are left out. */
  leftOut?: readonly string[]
  /** The start of a slot that a booking was refused, because it is not free any more. */
  refused?: string | null
  /** The call for which another slot is picked, where it has one. */
  sold?: SoldCall | null
  /** `link`: leads to the form for a time that is not offered; `beside`: this form has its own field for one. */
  otherTime?: 'link' | 'beside'
}

/** Where a fan picks a slot: the next free one with one tap, or a day of a month and one of its slots. */
export function SlotPicker({
  influencer,
  chosen,
  onChoose,
  leftOut = [],
  refused = null,
  sold = null,
  otherTime = 'link',
}: SlotPickerProps) {
  const { username } = influencer.user
  const zone = useShownZone()
  const [opened, setOpened] = useState<'closed' | 'open'>('closed')
  const [month, setMonth] = useState(() => monthOf(todayIn(zone)))
  const [date, setDate] = useState<string | null>(null)
  const today = todayIn(zone)
  const dates = datesOf(month).filter(each => each >= today)
  const [from, to] = [dates[0] ?? today, dates.at(-1) ?? today]
  const query = useSlots({ username, zone, from, to, sold })
  // Only an answer that is newer than the choice says that the time is not free any more.
  const [choice, setChoice] = useState(() => ({ chosen, madeMs: Date.now() }))
  if (choice.chosen !== chosen) setChoice({ chosen, madeMs: Date.now() })
  const isNewer = query.data && !query.isPlaceholderData && query.dataUpdatedAt > choice.madeMs
  const isTaken =
    chosen !== null && (chosen === refused || (isNewer && isLost(chosen, { slots: query.data, from, to })))
  const { next, days } = offered(query.data, leftOut)
  const isFailed = query.isError && !query.data
  const isFull = query.data !== undefined && next === null
  const other = influencer.booking_mode === 'offered' && sold === null && otherTime === 'link' && (
    <Link className={css.other} to={`/session-request?influencer=${username}&when=agreed`}>
      {t('Suggest another time')}
    </Link>
  )
  const shownDate = date && days.has(date) ? date : null
  const row = useRef<HTMLDivElement>(null)
  const choosing = useRef(false)
  const choose = (start: string) => {
    choosing.current = true
    onChoose(start)
    setOpened('closed')
  }
  // The pressed button is not there any more: the focus moves beside it, and not to the top of the page.
  useEffect(() => {
    if (!choosing.current) return
    choosing.current = false
    if (document.activeElement === document.body) row.current?.querySelector('button')?.focus()
  })
  const open = () => {
    if (opened === 'open') return setOpened('closed')
    if (next && date === null) {
      const first = dateIn(next.start, zone)
      setMonth(monthOf(first))
      setDate(first)
    }
    setOpened('open')
  }
  return (
    <section className={css.picker} aria-label={t('Pick a time')}>
      <Chosen
        chosen={chosen}
        isTaken={isTaken === true}
        next={next?.start ?? null}
        zone={zone}
        found={isFailed ? 'failed' : query.isPending ? 'looking' : 'none'}
        onChoose={choose}
      />
      <div className={css.row} ref={row}>
        {/* One button, so that it keeps the focus when a second try finds the times. */}
        {isFailed ? (
          <Button onClick={() => void query.refetch()}>{t('Try again')}</Button>
        ) : (
          <Button
            aria-expanded={opened === 'open'}
            icon={<CalendarDays size={18} aria-hidden="true" />}
            onClick={open}
            disabled={isFull}
          >
            {chosen ? t('Change the time') : t('All times')}
            <ChevronDown
              size={16}
              aria-hidden="true"
              className={classes(css.arrow, opened === 'open' && css.up)}
            />
          </Button>
        )}
        {chosen !== null && influencer.booking_mode === 'offered' && (
          <Button variant="quiet" onClick={() => onChoose(null)}>
            {t('Any time instead')}
          </Button>
        )}
      </div>
      {isFull && other}
      {opened === 'open' && (
        <AllTimes
          month={month}
          today={today}
          date={shownDate}
          days={days}
          chosen={chosen}
          zone={zone}
          isLoading={query.isFetching && query.isPlaceholderData}
          onMonth={setMonth}
          onDate={setDate}
          onChoose={choose}
        >
          {!isFull && other}
        </AllTimes>
      )}
    </section>
  )
}

/** The free slots without those that are left out, and the first of them. */
function offered(data: Slots | undefined, leftOut: readonly string[]) {
  const without = (slots: readonly Slot[]) => slots.filter(({ start }) => !leftOut.includes(start))
  const days = new Map(data?.days.map(day => [day.date, without(day.slots)]))
  const [first] = data?.next_slot ? without([data.next_slot, ...[...days.values()].flat()]) : []
  return { next: first ?? null, days }
}

interface AllTimesProps {
  month: string
  today: string
  /** The shown day; null while none is. */
  date: string | null
  days: ReadonlyMap<string, readonly Slot[]>
  chosen: string | null
  zone: string
  isLoading: boolean
  onMonth: (month: string) => void
  onDate: (date: string) => void
  onChoose: (start: string) => void
  children: ReactNode
}

/** A month, the free slots of one of its days, and the zone of their times. */
function AllTimes({ month, today, date, days, chosen, zone, isLoading, ...on }: AllTimesProps) {
  const times = (date && days.get(date)) || []
  return (
    <div className={css.all}>
      <MonthGrid
        month={month}
        today={today}
        chosen={date}
        isFree={each => (days.get(each)?.length ?? 0) > 0}
        isLoading={isLoading}
        onMonth={on.onMonth}
        onDate={on.onDate}
      />
      <div className={css.times}>
        <h3 className={css.day} aria-live="polite">
          {date ? dayText(date, { weekday: 'long', day: 'numeric', month: 'long' }) : t('Choose a day')}
        </h3>
        <ul className={css.list}>
          {times.map(slot => (
            <li key={slot.start}>
              <button
                type="button"
                className={classes(slotButton.slot, slot.start === chosen && slotButton.picked)}
                aria-pressed={slot.start === chosen}
                onClick={() => on.onChoose(slot.start)}
              >
                {timeText(slot.start, zone)}
              </button>
            </li>
          ))}
        </ul>
      </div>
      <Select label={t('Times are shown in')} value={zone} onChange={event => showZone(event.target.value)}>
        {knownZones().map(each => (
          <option key={each} value={each}>
            {each.replaceAll('_', ' ')}
          </option>
        ))}
      </Select>
      {on.children}
    </div>
  )
}

interface ChosenProps {
  chosen: string | null
  /** Whether the picked slot is not free any more. */
  isTaken: boolean
  next: string | null
  zone: string
  /** What is known where there is no free time to show. */
  found: keyof typeof FOUND
  onChoose: (start: string) => void
}

const FOUND = {
  looking: msg('Looking for free times'),
  none: msg('No free times at the moment'),
  failed: msg('The free times could not be loaded'),
}

/** The picked slot, else the next free one as a button; always of the same height. */
function Chosen({ chosen, isTaken, next, zone, found, onChoose }: ChosenProps) {
  if (chosen && isTaken) {
    return (
      <p className={classes(css.chosen, css.gone)} role="status">
        <span className={css.small}>{t('Not free any more')}</span>
        <s>{slotText(chosen, zone)}</s>
        <span className={css.small}>{t('Please choose another time')}</span>
      </p>
    )
  }
  if (chosen) {
    return (
      <p className={css.chosen}>
        <span className={css.small}>{t('Your time')}</span>
        <strong>{slotText(chosen, zone)}</strong>
        <span className={css.small}>{t('in {zone}', { zone: zoneName(zone) })}</span>
        {found === 'failed' && <span className={css.small}>{t(FOUND.failed)}</span>}
      </p>
    )
  }
  if (!next) {
    return (
      <p className={css.chosen} role={found === 'failed' ? 'status' : undefined}>
        <span className={css.small}>{t('Free times')}</span>
        <strong>{t(FOUND[found])}</strong>
      </p>
    )
  }
  return (
    <button type="button" className={classes(css.chosen, css.next)} onClick={() => onChoose(next)}>
      <span className={css.small}>{t('Next free time')}</span>
      <strong>{slotText(next, zone)}</strong>
      <span className={css.small}>{t('in {zone}', { zone: zoneName(zone) })}</span>
    </button>
  )
}
