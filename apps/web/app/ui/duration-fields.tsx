import { DURATION_UNITS } from '@parley/contract/duration'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { t } from '../language/text.ts'
import css from './duration-fields.module.css'
import { Select, TextField } from './field.tsx'

export interface DurationFieldsProps {
  duration: UseFormRegisterReturn
  unit: UseFormRegisterReturn
  error: string | undefined
}

/** How long, and the unit it is said in. */
export function DurationFields({ duration, unit, error }: DurationFieldsProps) {
  return (
    <div className={css.pair}>
      <TextField label={t('Duration')} inputMode="decimal" autoComplete="off" error={error} {...duration} />
      <Select label={t('Unit')} {...unit}>
        {DURATION_UNITS.map(({ code, name }) => (
          <option key={code} value={code}>
            {t(name)}
          </option>
        ))}
      </Select>
    </div>
  )
}
