import { FormProvider, type UseFormReturn, useWatch } from 'react-hook-form'
import { t } from '../../language/text.ts'
import { Card } from '../../ui/card.tsx'
import { TextArea, TextField } from '../../ui/form/field.tsx'
import { PictureField } from '../../ui/form/picture-field.tsx'
import css from '../../ui/form/two-column-form.module.css'
import { OfferFields } from '../../ui/offer/offer-fields.tsx'
import type { TypedEvent } from './event-form-schema.ts'

/** What an event is: picture, title and text; `current` is the picture that stands. */
export function EventWords({ form, current }: { form: UseFormReturn<TypedEvent>; current: string | null }) {
  const { errors } = form.formState
  const picture = useWatch({ control: form.control, name: 'picture' })?.[0]
  return (
    <Card className={css.fields}>
      <PictureField
        label={t('Picture')}
        hint={t('Optional. A wide one looks best.')}
        file={picture}
        current={current}
        error={errors.picture?.message}
        {...form.register('picture')}
      />
      <TextField label={t('Title')} error={errors.title?.message} {...form.register('title')} />
      <TextArea
        label={t('Description')}
        rows={6}
        error={errors.description?.message}
        {...form.register('description')}
      />
    </Card>
  )
}

/** What an event costs, how long it is, when, and for how many. */
export function EventTerms({ form, feePercent }: { form: UseFormReturn<TypedEvent>; feePercent: number }) {
  const { errors } = form.formState
  return (
    <>
      <FormProvider {...form}>
        <OfferFields
          label={t('Price per person')}
          hint={t('{fee} % of it is the platform fee.', { fee: feePercent })}
          feePercent={feePercent}
          keeps="you-of-each"
        />
      </FormProvider>
      <TextField
        label={t('Starts at')}
        type="datetime-local"
        hint={t('Optional, in your own time. Without it the event begins when you go live.')}
        error={errors.starts_at?.message}
        {...form.register('starts_at')}
      />
      <TextField
        label={t('Places')}
        inputMode="numeric"
        hint={t('Optional. Leave it empty for as many as want to come.')}
        error={errors.capacity?.message}
        {...form.register('capacity')}
      />
    </>
  )
}
