import type { Availability, AvailabilityMode } from '@parley/contract'
import { SAVED_CLEAR_MS } from '@parley/contract/constants'
import { type TimeWindow, WEEKDAYS, type Weekday } from '@parley/contract/time-windows'
import { useEffect, useRef, useState } from 'react'
import { errorText } from '../../api/errors.ts'
import { msg, t } from '../../language/text.ts'
import { ProblemNote } from '../../ui/alerts/problem-note.tsx'
import { ThumbsUp } from '../../ui/alerts/thumbs-up.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Select } from '../../ui/form/field.tsx'
import css from './availability-form.module.css'
import { Exceptions } from './exceptions.tsx'
import { NewerHours } from './newer-hours.tsx'
import { NextDays } from './next-days.tsx'
import { Rules } from './rules.tsx'
import { isOlderThan, useSaving } from './use-availability.ts'
import { copied, isDayGood, suggested, withChangesSince } from './week.ts'
import { WeekRows } from './week-rows.tsx'

const MODES: Record<AvailabilityMode, { name: string; text: string }> = {
  off: {
    name: msg('No times'),
    text: msg('Fans ask, you answer, and the call begins whenever you both like.'),
  },
  offered: {
    name: msg('Times, or ask freely'),
    text: msg('Fans pick one of your times, or ask for another.'),
  },
  only: { name: msg('Only my times'), text: msg('Fans can book the times that you offer, and no others.') },
}
const MODE_NAMES = ['off', 'offered', 'only'] as const

function zones(own: string): readonly string[] {
  const known = Intl.supportedValuesOf('timeZone')
  return known.includes(own) ? known : [own, ...known]
}

/** Buttons that others replace when a value changes: the focus of the pressed one stays in their place. */
function useFocusKept(value: boolean) {
  const buttons = useRef<HTMLDivElement>(null)
  const before = useRef(value)
  useEffect(() => {
    const isReplaced = before.current !== value
    before.current = value
    if (isReplaced && document.activeElement === document.body)
      buttons.current?.querySelector('button')?.focus()
  }, [value])
  return buttons
}

/** The form for when a person can be booked: whether, in which hours, by which rules, and what fans will see. */
export function AvailabilityForm({ saved, username }: { saved: Availability; username: string }) {
  const [hours, setHours] = useState(() => suggested(saved))
  const [justSaved, setJustSaved] = useState<Availability | null>(null)
  const saving = useSaving()
  const change = (part: Partial<Availability>) => setHours(before => ({ ...before, ...part }))
  const onDay = (day: Weekday, windows: TimeWindow[]) =>
    change({ weekly: { ...hours.weekly, [day]: windows } })
  const isGood =
    WEEKDAYS.every(day => isDayGood(hours.weekly[day])) &&
    hours.exceptions.every(({ windows }) => isDayGood(windows))
  const isOlder = isOlderThan(saved, { hours, error: saving.error })
  const buttons = useFocusKept(isOlder)
  const save = (version: number) =>
    saving.mutate(
      { ...hours, version },
      {
        onSuccess(stored) {
          setHours(now => withChangesSince(stored, { sent: hours, now }))
          setJustSaved(stored)
          setTimeout(() => setJustSaved(null), SAVED_CLEAR_MS)
        },
      },
    )
  return (
    <form
      className={css.form}
      onSubmit={event => {
        event.preventDefault()
        if (isGood && !isOlder) save(hours.version)
      }}
    >
      <Card className={css.card}>
        <fieldset className={css.modes}>
          <legend className={css.title}>{t('How fans book you')}</legend>
          {MODE_NAMES.map(mode => (
            <label key={mode} className={css.mode}>
              <input
                type="radio"
                name="mode"
                value={mode}
                checked={hours.mode === mode}
                onChange={() => change({ mode })}
              />
              <span>
                <strong>{t(MODES[mode].name)}</strong>
                <br />
                <span className={css.muted}>{t(MODES[mode].text)}</span>
              </span>
            </label>
          ))}
        </fieldset>
      </Card>
      {hours.mode !== 'off' && (
        <>
          <Card className={css.card}>
            <h2 className={css.title}>{t('Your week')}</h2>
            <Select
              label={t('Your time zone')}
              hint={t('Fans see these times in their own zone. What is sold stays when it is.')}
              value={hours.zone}
              onChange={event => change({ zone: event.target.value })}
            >
              {zones(hours.zone).map(zone => (
                <option key={zone} value={zone}>
                  {zone.replaceAll('_', ' ')}
                </option>
              ))}
            </Select>
            <WeekRows weekly={hours.weekly} onDay={onDay} onCopy={copy => setHours(copied(hours, copy))} />
          </Card>
          <Card className={css.card}>
            <h2 className={css.title}>{t('Other hours on single dates')}</h2>
            <Exceptions exceptions={hours.exceptions} onChange={exceptions => change({ exceptions })} />
          </Card>
          <Card className={css.card}>
            <h2 className={css.title}>{t('Your rules')}</h2>
            <fieldset className={css.modes}>
              <legend className="visually-hidden">{t('Who says yes')}</legend>
              {(['auto', 'hand'] as const).map(accept => (
                <label key={accept} className={css.mode}>
                  <input
                    type="radio"
                    name="accept"
                    checked={hours.accept === accept}
                    onChange={() => change({ accept })}
                  />
                  <span>
                    {accept === 'auto'
                      ? t('A time is agreed as soon as it is paid.')
                      : t('I say yes to each booking within 24 hours; if I do not, all the money goes back.')}
                  </span>
                </label>
              ))}
            </fieldset>
            <Rules hours={hours} onChange={change} />
          </Card>
        </>
      )}
      <div className={css.save} ref={buttons}>
        <div className={css.news} aria-live="polite">
          {justSaved === hours && <ThumbsUp>{t('Saved')}</ThumbsUp>}
          {saving.isError && <ProblemNote>{errorText(saving.error)}</ProblemNote>}
        </div>
        {isOlder ? (
          <NewerHours
            isGood={isGood}
            // This button sends no form, so the browser asks for an emptied number only by this.
            onKeep={() => buttons.current?.closest('form')?.reportValidity() && save(saved.version)}
            onLoad={() => {
              setHours(saved)
              saving.reset()
            }}
          />
        ) : (
          <Button type="submit" variant="primary" wide busy={saving.isPending} disabled={!isGood}>
            {t('Save')}
          </Button>
        )}
      </div>
      {saved.mode !== 'off' && <NextDays username={username} saved={saved} />}
    </form>
  )
}
