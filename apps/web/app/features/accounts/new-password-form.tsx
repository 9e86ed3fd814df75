import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import type { FieldErrors } from '@parley/contract'
import { type NewPassword, newPasswordSchema } from '@parley/contract/accounts'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { Link } from 'react-router'
import { RichText } from '../../language/rich-text.tsx'
import { t } from '../../language/text.ts'
import { Button } from '../../ui/button.tsx'
import { useServerErrors } from '../../ui/form/use-server-errors.ts'
import { NewPasswordFields } from './account-fields.tsx'
import css from './form-page.module.css'

export interface NewPasswordFormProps {
  token: string
  /** Answers null on success, else the refused fields. */
  onSubmit: (values: NewPassword) => Promise<FieldErrors | null>
}

/** The form of a reset mail's link for a new password. */
export function NewPasswordForm({ token, onSubmit }: NewPasswordFormProps) {
  const [refused, setRefused] = useState<FieldErrors | null>(null)
  const form = useForm<NewPassword>({
    resolver: standardSchemaResolver(newPasswordSchema),
    defaultValues: { token },
  })
  useServerErrors(form, refused)
  const { errors, isSubmitting } = form.formState
  const set = form.handleSubmit(async values => setRefused(await onSubmit(values)))
  return (
    <form method="post" noValidate className={css.form} onSubmit={set}>
      <input type="hidden" {...form.register('token')} />
      {errors.token && (
        <p role="alert">
          <RichText
            text="{problem}: <link>send a new link</link>"
            parts={{
              problem: t(errors.token.message ?? ''),
              link: words => <Link to="/password-reset-simple">{words}</Link>,
            }}
          />
        </p>
      )}
      <NewPasswordFields register={form.register} errors={errors} />
      <Button type="submit" variant="primary" wide busy={isSubmitting}>
        {t('Set new password')}
      </Button>
      <Link to="/login" className={css.link}>
        {t('Back to login')}
      </Link>
    </form>
  )
}
