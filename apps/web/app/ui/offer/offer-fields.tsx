import { CURRENCY_SIGN } from '@parley/contract/constants'
import { useFormContext, useWatch } from 'react-hook-form'
import { TextField } from '../form/field.tsx'
import { DurationFields, UNIT_MINUTES } from './duration-fields.tsx'
import { OfferLine, type OfferLineProps } from './offer-line.tsx'

/**
 * The fields of a form that sells time. A sign-up names the price `price`, all other forms `amount`, as the API does.
 */
interface TypedOffer {
  amount: string
  price: string
  duration: string
  duration_display: string
}

export interface OfferFieldsProps extends Pick<OfferLineProps, 'feePercent' | 'keeps'> {
  price?: 'amount' | 'price'
  label: string
  hint?: string
  /** The lengths in minutes that one tap sets. */
  usual?: readonly number[] | undefined
}

/** A price, a length, and one sentence that states both; the form around it is a `FormProvider`. */
export function OfferFields({ price = 'amount', label, hint, feePercent, keeps, usual }: OfferFieldsProps) {
  const { register, setValue, control, formState } = useFormContext<TypedOffer>()
  const { errors } = formState
  const [amount, duration, unit] = useWatch({ control, name: [price, 'duration', 'duration_display'] })
  function chooseMinutes(minutes: number) {
    setValue('duration_display', UNIT_MINUTES)
    setValue('duration', String(minutes), { shouldValidate: true })
  }
  return (
    <>
      <TextField
        label={label}
        prefix={CURRENCY_SIGN}
        inputMode="decimal"
        autoComplete="off"
        hint={hint}
        error={errors[price]?.message}
        {...register(price)}
      />
      <DurationFields
        duration={register('duration')}
        unit={register('duration_display')}
        error={errors.duration?.message}
        typed={{ duration, unit }}
        onMinutes={chooseMinutes}
        usual={usual}
      />
      <OfferLine amount={amount ?? ''} typed={{ duration, unit }} feePercent={feePercent} keeps={keeps} />
    </>
  )
}
