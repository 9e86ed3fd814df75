import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import type { FieldErrors, InfluencerStep } from '@parley/contract'
import { CURRENCY_SIGN, DEFAULT_PRIVATE_DURATION } from '@parley/contract/constants'
import { useForm, useWatch } from 'react-hook-form'
import { t } from '../../language/text.ts'
import { Button } from '../../ui/button.tsx'
import { DurationFields } from '../../ui/duration-fields.tsx'
import { TextArea, TextField } from '../../ui/field.tsx'
import { PictureField } from '../../ui/picture-field.tsx'
import { useServerErrors } from '../../ui/use-server-errors.ts'
import css from './form-page.module.css'
import { type OfferStepForm, offerStepSchema } from './offer-form.ts'
import { TermsSentence } from './terms-sentence.tsx'

type Checked = InfluencerStep & { file: FileList }

export interface InfluencerStepProps {
  onSignUp: (values: InfluencerStep, picture: File) => Promise<void>
  onBack: () => void
  busy: boolean
  errors: FieldErrors | null
}

/** Last step of an influencer's sign-up. */
export function InfluencerStepForm({ onSignUp, onBack, busy, errors: refused }: InfluencerStepProps) {
  const form = useForm<OfferStepForm, unknown, Checked>({
    resolver: standardSchemaResolver(offerStepSchema),
    defaultValues: { duration: String(DEFAULT_PRIVATE_DURATION), duration_display: '3' },
  })
  const { errors } = form.formState
  const picture = useWatch({ control: form.control, name: 'file' })?.[0]
  useServerErrors(form, refused)
  const send = form.handleSubmit(async ({ file, ...values }) => {
    const [chosen] = file
    if (chosen) await onSignUp(values, chosen)
  })
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
      />
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
          {t('Sign Up')}
        </Button>
      </div>
    </form>
  )
}
