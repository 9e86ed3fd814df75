import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import type { FieldErrors, InfluencerStepInput } from '@parley/contract'
import { CURRENCY_SIGN, DEFAULT_PRIVATE_DURATION } from '@parley/contract/constants'
import { useForm, useWatch } from 'react-hook-form'
import { t } from '../../../language/text.ts'
import { Button } from '../../../ui/button.tsx'
import { TextArea, TextField } from '../../../ui/form/field.tsx'
import { PictureField } from '../../../ui/form/picture-field.tsx'
import { useServerErrors } from '../../../ui/form/use-server-errors.ts'
import { DurationFields, UNIT_MINUTES } from '../../../ui/offer/duration-fields.tsx'
import { useLongQuestion } from '../../../ui/offer/long-question.tsx'
import { OfferLine } from '../../../ui/offer/offer-line.tsx'
import css from '../form-page.module.css'
import { type OfferStepForm, offerStepSchema } from './offer-form.ts'
import { TermsSentence } from './terms-sentence.tsx'

type Checked = InfluencerStepInput & { file: FileList }

export interface InfluencerStepProps {
  /** The platform's share, in percent. */
  feePercent: number
  onSignUp: (values: InfluencerStepInput, picture: File) => Promise<void>
  onBack: () => void
  /** What the last button says; 'Sign Up' where absent. */
  submitLabel?: string
  busy: boolean
  errors: FieldErrors | null
}

/** Last step of an influencer's sign-up. */
export function InfluencerStepForm(props: InfluencerStepProps) {
  const { feePercent, onSignUp, onBack, submitLabel = t('Sign Up'), busy, errors: refused } = props
  const form = useForm<OfferStepForm, unknown, Checked>({
    resolver: standardSchemaResolver(offerStepSchema),
    defaultValues: { duration: String(DEFAULT_PRIVATE_DURATION), duration_display: UNIT_MINUTES },
  })
  const { errors } = form.formState
  const [files, price, duration, unit] = useWatch({
    control: form.control,
    name: ['file', 'price', 'duration', 'duration_display'],
  })
  const picture = files?.[0]
  const { ask, question } = useLongQuestion()
  useServerErrors(form, refused)
  const send = form.handleSubmit(async ({ file, ...values }) => {
    const [chosen] = file
    if (chosen) ask({ duration, unit }, () => void onSignUp(values, chosen))
  })
  function chooseMinutes(minutes: number) {
    form.setValue('duration_display', UNIT_MINUTES)
    form.setValue('duration', String(minutes), { shouldValidate: true })
  }
  return (
    <form method="post" noValidate className={css.form} onSubmit={send}>
      <PictureField
        label={t('Picture')}
        file={picture}
        error={errors.file?.message}
        {...form.register('file')}
      />
      <TextField
        label={t('Price')}
        prefix={CURRENCY_SIGN}
        inputMode="decimal"
        error={errors.price?.message}
        {...form.register('price')}
      />
      <DurationFields
        duration={form.register('duration')}
        unit={form.register('duration_display')}
        error={errors.duration?.message}
        typed={{ duration, unit }}
        onMinutes={chooseMinutes}
      />
      <OfferLine amount={price ?? ''} typed={{ duration, unit }} feePercent={feePercent} keeps="you" />
      <TextArea
        label={t('Description')}
        hint={t('What people can talk to you about.')}
        error={errors.description?.message}
        {...form.register('description')}
      />
      <TermsSentence />
      <div className={css.buttons}>
        <Button onClick={onBack}>{t('Back')}</Button>
        <Button type="submit" look="primary" busy={busy}>
          {submitLabel}
        </Button>
      </div>
      {question}
    </form>
  )
}
