import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import type { FieldErrors } from '@parley/contract'
import { type PasswordChange, passwordChangeSchema } from '@parley/contract/accounts'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { t } from '../../../language/text.ts'
import { Button } from '../../../ui/button.tsx'
import { useServerErrors } from '../../../ui/form/use-server-errors.ts'
import { NewPasswordFields, PasswordField } from '../account-fields.tsx'
import css from './settings.module.css'

export interface PasswordFormProps {
  /** Answers null on success, else the refused fields. */
  onChange: (change: PasswordChange) => Promise<FieldErrors | null>
}

/** Changes the password; all other logins end. */
export function PasswordForm({ onChange }: PasswordFormProps) {
  const [refused, setRefused] = useState<FieldErrors | null>(null)
  const form = useForm<PasswordChange>({ resolver: standardSchemaResolver(passwordChangeSchema) })
  useServerErrors(form, refused)
  const { errors, isSubmitting } = form.formState
  const change = form.handleSubmit(async values => {
    const fields = await onChange(values)
    if (fields === null) form.reset()
    setRefused(fields)
  })
  return (
    <form method="post" noValidate className={css.form} onSubmit={change}>
      <PasswordField
        label={t('Current password')}
        kind="current"
        error={errors.currentPassword?.message}
        {...form.register('currentPassword')}
      />
      <div className={css.pair}>
        <NewPasswordFields register={form.register} errors={errors} />
      </div>
      <div className={css.buttons}>
        <Button type="submit" variant="primary" busy={isSubmitting}>
          {t('Change password')}
        </Button>
      </div>
    </form>
  )
}
