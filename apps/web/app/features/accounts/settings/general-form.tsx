import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import type { FieldErrors, OwnUser, SettingsPatch } from '@parley/contract'
import { generalSettingsSchema } from '@parley/contract/accounts'
import { BIO_MAX } from '@parley/contract/constants'
import { usernameField } from '@parley/contract/fields'
import { useEffect, useRef, useState } from 'react'
import { type Resolver, useForm } from 'react-hook-form'
import { Link } from 'react-router'
import * as z from 'zod/mini'
import { t } from '../../../language/text.ts'
import { SavedNote } from '../../../ui/alerts/saved-note.tsx'
import { Button } from '../../../ui/button.tsx'
import { TextArea, TextField } from '../../../ui/form/field.tsx'
import { useServerErrors } from '../../../ui/form/use-server-errors.ts'
import { EmailField, UsernameField } from '../account-fields.tsx'
import { type General, generalChanges, generalOf } from './general-changes.ts'
import { PendingEmail } from './pending-email.tsx'
import css from './settings.module.css'

export interface GeneralFormProps {
  user: OwnUser
  /** What is typed, which the page keeps while the form is not shown. */
  fields: ReturnType<typeof useGeneralFields>
  /** Answers null on success, else the refused fields. */
  onSave: (settings: SettingsPatch) => Promise<FieldErrors | null>
  saved: string | null
  /** Cancels a new email that waits for its confirmation. */
  onKeepEmail: () => void
  cancelling: boolean
}

const formSchema = z.extend(generalSettingsSchema, { username: usernameField })

const checkAll: Resolver<General> = standardSchemaResolver(formSchema)
const checkOthers: Resolver<General> = standardSchemaResolver(z.extend(formSchema, { fullName: z.string() }))

/** What the fields show before they are changed; those that the person has not changed show what is newer. */
export function useGeneralFields(user: OwnUser) {
  const shown = useRef(generalOf(user))
  const form = useForm<General>({
    // Two names of the sign-up may be longer than one full name may be: unchanged, they stay.
    resolver: (values, ...rest) =>
      (values.fullName === shown.current.fullName ? checkOthers : checkAll)(values, ...rest),
    defaultValues: shown.current,
  })
  const { getValues, setValue } = form
  useEffect(() => {
    const [before, newer] = [shown.current, generalOf(user)]
    shown.current = newer
    for (const name of Object.keys(newer) as (keyof General)[])
      if (getValues(name) === before[name]) setValue(name, newer[name])
  }, [user, getValues, setValue])
  /** Kept here, because the answer may come while another tab of the page is shown. */
  const [refused, setRefused] = useState<FieldErrors | null>(null)
  useServerErrors(form, refused, asFormErrors)
  return { form, shown, setRefused }
}

/** Maps the server's names of fields to those of this form. */
function asFormErrors(refused: FieldErrors): FieldErrors {
  if (!refused.user__username) return refused
  const { user__username: username, ...others } = refused
  return { ...others, username }
}

/** The form for private information. */
export function GeneralForm({ user, fields, onSave, saved, onKeepEmail, cancelling }: GeneralFormProps) {
  const { form, shown, setRefused } = fields
  const { errors, isSubmitting } = form.formState
  const save = form.handleSubmit(async values => {
    const errors = await onSave(generalChanges(values, shown.current))
    setRefused(errors)
    // A new email is only valid after its confirmation: the field continues to show the valid one.
    if (errors === null) form.setValue('email', shown.current.email)
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
      <SavedNote said={saved === null ? null : t(saved)} place="always" />
      <div className={css.buttons}>
        <Button type="submit" variant="primary" busy={isSubmitting}>
          {t('Save')}
        </Button>
        <Link to="#billing">{t('Looking for your cards? Go to billing')}</Link>
      </div>
    </form>
  )
}
