import type { FactorMethod } from '@parley/contract'
import type { InputHTMLAttributes } from 'react'
import { t } from '../../language/text.ts'
import { TextField } from '../../ui/form/field.tsx'

export interface FactorFieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'prefix'> {
  method: Exclude<FactorMethod, 'passkey'>
  error: string | undefined
}

/** The field for a code of the authenticator app, or for a recovery code. */
export function FactorField({ method, ...rest }: FactorFieldProps) {
  return method === 'code' ? (
    <TextField
      {...rest}
      label={t('Code of your authenticator app')}
      inputMode="numeric"
      autoComplete="one-time-code"
    />
  ) : (
    <TextField {...rest} label={t('Recovery code')} autoComplete="off" autoCapitalize="characters" />
  )
}
