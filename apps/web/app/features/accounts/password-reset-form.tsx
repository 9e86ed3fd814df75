import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { emailField } from '@parley/contract/fields'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { Link } from 'react-router'
import * as z from 'zod/mini'
import { RichText } from '../../language/rich-text.tsx'
import { t } from '../../language/text.ts'
import { Button } from '../../ui/button.tsx'
import { EmailField } from './account-fields.tsx'
import css from './form-page.module.css'

const schema = z.object({ email: emailField })
type ResetFields = z.infer<typeof schema>

/** Requests a link for a new password; the answer never says whether the address is known. */
export function PasswordResetForm({ onSubmit }: { onSubmit: (email: string) => Promise<boolean> }) {
  const [sentTo, setSentTo] = useState<string | null>(null)
  const form = useForm<ResetFields>({ resolver: standardSchemaResolver(schema) })
  const { errors, isSubmitting } = form.formState
  const send = form.handleSubmit(async ({ email }) => {
    if (await onSubmit(email)) setSentTo(email)
  })
  return (
    <form method="post" noValidate className={css.form} onSubmit={send}>
      {sentTo !== null && (
        <p role="status">
          <RichText
            text="If there is an account for {email}, a link to choose a new password is on its way. It works for one hour."
            parts={{ email: <strong>{sentTo}</strong> }}
          />
        </p>
      )}
      <EmailField error={errors.email?.message} {...form.register('email')} />
      <Button type="submit" variant="primary" wide busy={isSubmitting}>
        {t('Send reset link')}
      </Button>
      <Link to="/login" className={css.link}>
        {t('Back to login')}
      </Link>
    </form>
  )
}
