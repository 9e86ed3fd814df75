import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import type { FieldErrors, PrepaidLinkInput, WayOn } from '@parley/contract'
import { TERMS_SENTENCE } from '@parley/contract/call-money'
import { DEFAULT_PRIVATE_DURATION, NOTE_MAX } from '@parley/contract/constants'
import { PRODUCT_TITLE } from '@parley/contract/product'
import { FormProvider, useForm, useWatch } from 'react-hook-form'
import { numberText } from '../../../language/formats.ts'
import { t } from '../../../language/text.ts'
import { Button } from '../../../ui/button.tsx'
import { TextArea } from '../../../ui/form/field.tsx'
import { useServerErrors } from '../../../ui/form/use-server-errors.ts'
import { UNIT_MINUTES } from '../../../ui/offer/duration-fields.tsx'
import { useLongQuestion } from '../../../ui/offer/long-question.tsx'
import { OfferFields } from '../../../ui/offer/offer-fields.tsx'
import { MoneyRule } from '../money-rule.tsx'
import { RefusedNote } from '../refused-note.tsx'
import css from './prepaid-form.module.css'
import { type TypedPrepaid, typedPrepaidSchema } from './prepaid-form-schema.ts'

export interface PrepaidFormProps {
  /** The platform's fee in percent. */
  feePercent: number
  moneyBackRule: string
  sending: boolean
  errors: FieldErrors | null
  problem: string | null
  wayOn: WayOn | null
  onSend: (link: PrepaidLinkInput) => Promise<void>
}

/** The form of a prepaid link: the price, the length, and the purpose. */
export function PrepaidForm(props: PrepaidFormProps) {
  const { feePercent, moneyBackRule, sending, errors: refused, problem, wayOn, onSend } = props
  const form = useForm<TypedPrepaid, unknown, PrepaidLinkInput>({
    resolver: standardSchemaResolver(typedPrepaidSchema),
    defaultValues: {
      amount: '',
      duration: String(DEFAULT_PRIVATE_DURATION),
      duration_display: UNIT_MINUTES,
      description: '',
      note: '',
    },
  })
  const { errors } = form.formState
  const [duration, unit] = useWatch({
    control: form.control,
    name: ['duration', 'duration_display'],
  })
  const { confirm, question } = useLongQuestion()
  useServerErrors(form, refused)
  const send = form.handleSubmit(link => confirm({ duration, unit }, () => void onSend(link)))
  return (
    <form method="post" noValidate className={css.form} onSubmit={send}>
      <h2 className={css.heading}>{t('Create a {product} request', { product: PRODUCT_TITLE })}</h2>
      <FormProvider {...form}>
        <OfferFields
          label={t('Amount')}
          hint={t('What you pay. {fee}% of it is the platform fee, the rest is for whoever accepts.', {
            fee: numberText(feePercent),
          })}
          feePercent={feePercent}
          keeps="acceptor"
        />
      </FormProvider>
      <TextArea
        label={t('Description')}
        hint={t('What the call is about. Everyone with the link can read it.')}
        error={errors.description?.message}
        {...form.register('description')}
      />
      <TextArea
        label={t('What I would like to talk about')}
        hint={t('Only you and whoever accepts read this. You may leave it empty.')}
        rows={2}
        maxLength={NOTE_MAX}
        error={errors.note?.message}
        {...form.register('note')}
      />
      {problem !== null && refused === null && <RefusedNote problem={problem} wayOn={wayOn} />}
      <Button type="submit" variant="primary" wide busy={sending}>
        {t('Generate Link')}
      </Button>
      <p className={css.terms}>{t(TERMS_SENTENCE)}</p>
      <MoneyRule of="link" rule={t(moneyBackRule)} />
      {question}
    </form>
  )
}
