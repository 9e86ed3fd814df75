import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import type { FieldErrors, Influencer } from '@parley/contract'
import { CATEGORIES } from '@parley/contract/categories'
import { CURRENCY_SIGN } from '@parley/contract/constants'
import { MONEY_BACK_POLICIES, MONEY_BACK_SENTENCES } from '@parley/contract/money-back'
import { FormProvider, useForm, useWatch } from 'react-hook-form'
import { numberText } from '../../language/formats.ts'
import { msg, t } from '../../language/text.ts'
import { ProblemNote } from '../../ui/alerts/problem-note.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Select, TextArea, TextField } from '../../ui/form/field.tsx'
import { ImageField } from '../../ui/form/image-field.tsx'
import css from '../../ui/form/two-column-form.module.css'
import { useServerErrors } from '../../ui/form/use-server-errors.ts'
import { useLongQuestion } from '../../ui/offer/long-question.tsx'
import { OfferFields } from '../../ui/offer/offer-fields.tsx'
import { asFormErrors, typedFrom } from './profile-changes.ts'
import {
  type CheckedProfile,
  type ProfileForm,
  type TypedProfile,
  typedProfileSchema,
} from './profile-fields.ts'

export interface ProfileEditFormProps {
  influencer: Influencer
  saving: boolean
  errors: FieldErrors | null
  problem: string | null
  onSave: (form: ProfileForm) => Promise<void>
  onCancel: () => void
}

const POLICY_NAMES = {
  flexible: msg('Flexible: all comes back until the start'),
  moderate: msg('Moderate: all until 24 hours before, then half'),
  strict: msg('Strict: all until 72 hours, half until 24 hours before'),
} as const

/** The owner's profile, in edit mode. */
export function ProfileEditForm({
  influencer,
  saving,
  errors: refused,
  problem,
  onSave,
  onCancel,
}: ProfileEditFormProps) {
  const form = useForm<TypedProfile, unknown, CheckedProfile>({
    resolver: standardSchemaResolver(typedProfileSchema),
    defaultValues: typedFrom(influencer),
  })
  const { errors } = form.formState
  const [files, policy] = useWatch({
    control: form.control,
    name: ['picture', 'money_back'],
  })
  const picture = files?.[0]
  const { confirm, question } = useLongQuestion()
  useServerErrors(form, refused, asFormErrors)
  const save = form.handleSubmit(({ picture: chosen, ...values }) => {
    const send = () => void onSave({ ...values, picture: chosen?.[0] ?? null })
    const typed = form.getValues()
    if (values.duration === influencer.main_session.duration) send()
    else confirm({ duration: typed.duration, unit: typed.duration_display }, send)
  })
  return (
    <form method="post" noValidate className={css.form} onSubmit={save}>
      <h1 className="visually-hidden">{t('Edit your profile')}</h1>
      <Card className={css.fields}>
        <ImageField
          label={t('Picture')}
          file={picture}
          current={influencer.profile.picture}
          error={errors.picture?.message}
          {...form.register('picture')}
        />
        <TextField
          label={t('Username')}
          hint={t(
            "Your profile's address changes with it. You can change it once in 30 days; for 90 days the old address leads to the new one and is nobody else's.",
          )}
          autoCapitalize="none"
          spellCheck={false}
          error={errors.username?.message}
          {...form.register('username')}
        />
        <TextArea
          label={t('Description')}
          rows={6}
          error={errors.description?.message}
          {...form.register('description')}
        />
        <Select
          label={t('Category')}
          hint={t('Where people find you in Explore.')}
          error={errors.category?.message}
          {...form.register('category')}
        >
          <option value="">{t('None yet')}</option>
          {CATEGORIES.map(({ code, name }) => (
            <option key={code} value={code}>
              {t(name)}
            </option>
          ))}
        </Select>
      </Card>
      <Card className={css.fields}>
        <FormProvider {...form}>
          <OfferFields
            label={t('Price of a private call')}
            hint={t('{fee}% of it is the platform fee.', {
              fee: numberText(influencer.fee_percent),
            })}
            feePercent={influencer.fee_percent}
            keeps="you"
          />
        </FormProvider>
        <Select
          label={t('When a fan cancels a call at a set time')}
          hint={t(MONEY_BACK_SENTENCES[policy])}
          error={errors.money_back?.message}
          {...form.register('money_back')}
        >
          {MONEY_BACK_POLICIES.map(code => (
            <option key={code} value={code}>
              {t(POLICY_NAMES[code])}
            </option>
          ))}
        </Select>
        <TextField
          label={t('Price of a live event, per person')}
          prefix={CURRENCY_SIGN}
          inputMode="decimal"
          hint={t('Optional.')}
          error={errors.live_amount?.message}
          {...form.register('live_amount')}
        />
        {problem !== null && <ProblemNote>{problem}</ProblemNote>}
        <div className={css.buttons}>
          <Button onClick={onCancel}>{t('Cancel')}</Button>
          <Button type="submit" variant="primary" busy={saving}>
            {t('Save')}
          </Button>
        </div>
      </Card>
      {question}
    </form>
  )
}
