import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import type { FieldErrors, OwnUser, SettingsPatch } from '@parley/contract'
import { generalSettingsSchema } from '@parley/contract/accounts'
import { BIO_MAX } from '@parley/contract/constants'
import { usernameField } from '@parley/contract/fields'
import { useState } from 'react'
import { type Resolver, useForm } from 'react-hook-form'
import { Link } from 'react-router'
import * as z from 'zod/mini'
import { t } from '../../../language/text.ts'
import { ThumbsUp } from '../../../ui/alerts/thumbs-up.tsx'
import { Button } from '../../../ui/button.tsx'
import { TextArea, TextField } from '../../../ui/form/field.tsx'
import { useServerErrors } from '../../../ui/form/use-server-errors.ts'
import { EmailField, UsernameField } from '../account-fields.tsx'
import { PendingEmail } from './pending-email.tsx'
import css from './settings.module.css'

export interface GeneralFormProps {
  user: OwnUser
  /** Answers null on success, else the refused fields. */
  onSave: (settings: SettingsPatch) => Promise<FieldErrors | null>
  saved: string | null
  /** Cancels a new email that waits for its confirmation. */
  onKeepEmail: () => void
  cancelling: boolean
}

const formSchema = z.extend(generalSettingsSchema, { username: usernameField })
type General = z.infer<typeof formSchema>

const fullNameOf = (user: OwnUser) => `${user.first_name} ${user.last_name}`.trim()

const checkAll: Resolver<General> = standardSchemaResolver(formSchema)
const checkOthers: Resolver<General> = standardSchemaResolver(z.extend(formSchema, { fullName: z.string() }))

/** Two names of the sign-up may be longer than one full name may be: unchanged, they stay. */
const checkOf =
  (user: OwnUser): Resolver<General> =>
  (form, ...rest) =>
    (form.fullName === fullNameOf(user) ? checkOthers : checkAll)(form, ...rest)

/** Maps the server's names of fields to those of this form. */
function asFormErrors(refused: FieldErrors | null): FieldErrors | null {
  if (!refused?.user__username) return refused
  const { user__username: username, ...others } = refused
  return { ...others, username }
}

/** The form for private information. */
export function GeneralForm({ user, onSave, saved, onKeepEmail, cancelling }: GeneralFormProps) {
  const [refused, setRefused] = useState<FieldErrors | null>(null)
  const form = useForm<General>({
    resolver: checkOf(user),
    defaultValues: {
      fullName: fullNameOf(user),
      username: user.username,
      email: user.email,
      bio: user.bio,
      country: user.country,
      city: user.city,
      address: user.address,
    },
  })
  useServerErrors(form, asFormErrors(refused))
  const { errors, isSubmitting } = form.formState
  const save = form.handleSubmit(async ({ username, fullName, ...settings }) => {
    const renamed = username === user.username ? {} : { user__username: username }
    const named = fullName === fullNameOf(user) ? {} : { fullName }
    const fields = await onSave({ ...settings, ...named, ...renamed })
    setRefused(fields)
    // A new email is only valid after its confirmation: the field continues to show the valid one.
    if (fields === null) form.setValue('email', user.email)
  })
  return (
    <form method="post" noValidate className={css.form} onSubmit={save}>
      <TextField
        label={t('Full name')}
        autoComplete="name"
        error={errors.fullName?.message}
        {...form.register('fullName')}
      />
      <UsernameField
        hint={t(
          "Your profile's address changes with it. You can change it once in 30 days; for 90 days the old address leads to the new one and is nobody else's.",
        )}
        error={errors.username?.message}
        {...form.register('username')}
      />
      <EmailField error={errors.email?.message} {...form.register('email')} />
      {user.pending_email !== null && (
        <PendingEmail
          pending={user.pending_email}
          current={user.email}
          busy={cancelling}
          onCancel={onKeepEmail}
        />
      )}
      <TextArea
        label={t('Bio')}
        hint={t('Up to {count} characters.', { count: BIO_MAX })}
        error={errors.bio?.message}
        {...form.register('bio')}
      />
      <div className={css.pair}>
        <TextField
          label={t('Country')}
          autoComplete="country-name"
          error={errors.country?.message}
          {...form.register('country')}
        />
        <TextField
          label={t('City')}
          autoComplete="address-level2"
          error={errors.city?.message}
          {...form.register('city')}
        />
      </div>
      <TextField
        label={t('Address')}
        autoComplete="street-address"
        error={errors.address?.message}
        {...form.register('address')}
      />
      {saved !== null && <ThumbsUp>{t(saved)}</ThumbsUp>}
      <div className={css.buttons}>
        <Button type="submit" variant="primary" busy={isSubmitting}>
          {t('Save')}
        </Button>
        <Link to="#billing">{t('Looking for your cards? Go to billing')}</Link>
      </div>
    </form>
  )
}
