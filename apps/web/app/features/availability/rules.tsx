import type { Availability } from '@parley/contract'
import { type ReactNode, useId, useState } from 'react'
import { t } from '../../language/text.ts'
import css from './rules.module.css'

interface RulesProps {
  hours: Availability
  onChange: (part: Partial<Availability>) => void
}

/**
 * A sentence with a number field in it; the words before and after explain the number. While a person types, the field
 * shows what they typed, and not the number that it stands for. A field that they left empty stays empty, so that the
 * browser asks for the number before the form is sent.
 */
function NumberRule(props: {
  before: string
  after: string
  value: number | null
  bounds: { min: number; max: number }
  step?: number | 'any'
  isOptional?: boolean
  onChange: (value: number | null) => void
}) {
  const { before, after, value, bounds, step = 1, isOptional = false, onChange } = props
  const id = useId()
  const [typed, setTyped] = useState<string | null>(null)
  /** What an emptied field stands for: the field shows a number again when this is another one. */
  const [emptied, setEmptied] = useState<number | null>()
  return (
    <li className={css.rule}>
      <label htmlFor={id}>{before}</label>
      <input
        id={id}
        type="number"
        inputMode="numeric"
        className={css.number}
        aria-describedby={`${id}-after`}
        {...bounds}
        step={step}
        required={!isOptional}
        value={typed ?? (value === emptied ? '' : value) ?? ''}
        onChange={event => {
          setTyped(event.target.value)
          onChange(event.target.value === '' ? null : event.target.valueAsNumber)
        }}
        onBlur={event => {
          setTyped(null)
          setEmptied(event.target.value === '' ? value : undefined)
        }}
      />
      <span id={`${id}-after`}>{after}</span>
    </li>
  )
}

const HOUR_MINUTES = 60

/** Minutes in hours, to two decimals: 20 minutes are 0.33 hours. */
const inHours = (minutes: number) => Math.round((minutes / HOUR_MINUTES) * 100) / 100

/** The rules for an influencer's slots, each as a sentence. */
export function Rules({ hours, onChange }: RulesProps): ReactNode {
  return (
    <ul className={css.rules}>
      <NumberRule
        before={t('A call can begin every')}
        after={t('minutes.')}
        value={hours.step}
        bounds={{ min: 5, max: 1440 }}
        onChange={step => onChange({ step: step ?? 0 })}
      />
      <NumberRule
        before={t('Keep')}
        after={t('minutes free before each call,')}
        value={hours.buffer_before}
        bounds={{ min: 0, max: 240 }}
        onChange={value => onChange({ buffer_before: value ?? 0 })}
      />
      <NumberRule
        before={t('and')}
        after={t('minutes after it.')}
        value={hours.buffer_after}
        bounds={{ min: 0, max: 240 }}
        onChange={value => onChange({ buffer_after: value ?? 0 })}
      />
      <NumberRule
        before={t('A late start can be made up for within')}
        after={t('minutes after the end.')}
        value={hours.leeway}
        bounds={{ min: 0, max: 30 }}
        onChange={leeway => onChange({ leeway: leeway ?? 0 })}
      />
      <NumberRule
        before={t('Nobody can book less than')}
        after={t('hours ahead,')}
        value={inHours(hours.notice)}
        bounds={{ min: 0, max: 720 }}
        // A notice of 15 minutes is 0.25 hours: the browser must not refuse such a number.
        step="any"
        onChange={value => onChange({ notice: Math.round((value ?? 0) * HOUR_MINUTES) })}
      />
      <NumberRule
        before={t('or more than')}
        after={t('days ahead.')}
        value={hours.horizon_days}
        bounds={{ min: 1, max: 366 }}
        onChange={value => onChange({ horizon_days: value ?? 1 })}
      />
      <NumberRule
        before={t('A fan can move a call until')}
        after={t('hours before it.')}
        value={inHours(hours.move_until)}
        bounds={{ min: 0, max: 168 }}
        step="any"
        onChange={value => onChange({ move_until: Math.round((value ?? 0) * HOUR_MINUTES) })}
      />
      <NumberRule
        before={t('Sell at most')}
        after={t('calls a day (empty: as many as fit).')}
        value={hours.daily_limit}
        bounds={{ min: 1, max: 100 }}
        isOptional
        onChange={value => onChange({ daily_limit: value })}
      />
    </ul>
  )
}
