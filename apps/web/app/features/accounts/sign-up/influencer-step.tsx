import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import type { FieldErrors, InfluencerStepInput } from '@parley/contract'
import { DEFAULT_PRIVATE_DURATION } from '@parley/contract/constants'
import { MINUTE_SECONDS } from '@parley/contract/time-units'
import { FormProvider, useForm, useWatch } from 'react-hook-form'
import { t } from '../../../language/text.ts'
import { Button } from '../../../ui/button.tsx'
import { TextArea } from '../../../ui/form/field.tsx'
import { ImageField } from '../../../ui/form/image-field.tsx'
import { useServerErrors } from '../../../ui/form/use-server-errors.ts'
import { UNIT_MINUTES } from '../../../ui/offer/duration-fields.tsx'
import { useLongQuestion } from '../../../ui/offer/long-question.tsx'
import { OfferFields } from '../../../ui/offer/offer-fields.tsx'
import css from '../form-page.module.css'
import { type OfferStepForm, offerStepSchema } from './offer-form.ts'
import { TermsSentence } from './terms-sentence.tsx'

const FIRST_SECONDS = DEFAULT_PRIVATE_DURATION * MINUTE_SECONDS

type Checked = InfluencerStepInput & { file: FileList }

export interface InfluencerStepProps {
  /** The platform's fee in percent. */
  feePercent: number
  onSignUp: (values: InfluencerStepInput, image: File) => Promise<void>
  onBack: () => void
  /** The label of the last button; 'Sign Up' by default. */
  submitLabel?: string
  busy: boolean
  errors: FieldErrors | null
}

/** The last step of an influencer's sign-up. */
export function InfluencerStepForm(props: InfluencerStepProps) {
  const { feePercent, onSignUp, onBack, submitLabel = t('Sign Up'), busy, errors: refused } = props
  const form = useForm<OfferStepForm, unknown, Checked>({
    resolver: standardSchemaResolver(offerStepSchema),
    defaultValues: { duration: String(DEFAULT_PRIVATE_DURATION), duration_display: UNIT_MINUTES },
  })
  const { errors } = form.formState
  const [files, duration, unit] = useWatch({
    control: form.control,
    name: ['file', 'duration', 'duration_display'],
  })
  const image = files?.[0]
  const { confirm, question } = useLongQuestion(FIRST_SECONDS)
  useServerErrors(form, refused)
  const send = form.handleSubmit(async ({ file, ...values }) => {
    const [chosen] = file
    if (chosen) confirm({ duration, unit }, () => void onSignUp(values, chosen))
  })
  return (
    <form method="post" noValidate className={css.form} onSubmit={send}>
      <ImageField label={t('Picture')} file={image} error={errors.file?.message} {...form.register('file')} />
      <FormProvider {...form}>
        <OfferFields price="price" label={t('Price')} feePercent={feePercent} keeps="you" />
      </FormProvider>
      <TextArea
        label={t('Description')}
        hint={t('What people can talk to you about.')}
        error={errors.description?.message}
        {...form.register('description')}
      />
      <TermsSentence />
      <div className={css.buttons}>
        <Button onClick={onBack}>{t('Back')}</Button>
        <Button type="submit" variant="primary" busy={busy}>
          {submitLabel}
        </Button>
      </div>
      {question}
    </form>
  )
}
