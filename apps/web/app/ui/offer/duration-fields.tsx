import { DURATION_UNIT_CODES } from '@parley/contract/constants'
import { DURATION_UNITS } from '@parley/contract/duration'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { t } from '../../language/text.ts'
import { Select, TextField } from '../form/field.tsx'
import css from './duration-fields.module.css'
import { secondsOf, type TypedLength } from './length.ts'

export const UNIT_MINUTES = String(DURATION_UNIT_CODES.minutes)
const CHIP_MINUTES = [5, 10, 15, 30, 60]
/** The unit of most calls is first. */
const UNITS = [...DURATION_UNITS].sort((a, b) => Number(b.name === 'minutes') - Number(a.name === 'minutes'))

export interface DurationFieldsProps {
  duration: UseFormRegisterReturn
  unit: UseFormRegisterReturn
  error: string | undefined
  /** The typed length. */
  typed: TypedLength
  onMinutes: (minutes: number) => void
  /** Lengths that one tap sets. */
  usual?: readonly number[] | undefined
}

function Chips({
  typed,
  onMinutes,
  usual = CHIP_MINUTES,
}: Pick<DurationFieldsProps, 'typed' | 'onMinutes' | 'usual'>) {
  const seconds = secondsOf(typed)
  return (
    <fieldset className={css.chips}>
      <legend className="visually-hidden">{t('Usual lengths')}</legend>
      {usual.map(minutes => (
        <button
          key={minutes}
          type="button"
          className={css.chip}
          aria-pressed={seconds === minutes * 60}
          onClick={() => onMinutes(minutes)}
        >
          {t('{minutes} min', { minutes })}
        </button>
      ))}
    </fieldset>
  )
}

/** The fields of a duration: minutes first, with one-tap buttons for usual lengths. */
export function DurationFields({ duration, unit, error, typed, onMinutes, usual }: DurationFieldsProps) {
  return (
    <div className={css.length}>
      <div className={css.pair}>
        <TextField label={t('Duration')} inputMode="decimal" autoComplete="off" error={error} {...duration} />
        <Select label={t('Unit')} {...unit}>
          {UNITS.map(({ code, name }) => (
            <option key={code} value={code}>
              {t(name)}
            </option>
          ))}
        </Select>
      </div>
      <Chips typed={typed} onMinutes={onMinutes} usual={usual} />
    </div>
  )
}
