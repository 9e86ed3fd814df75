import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import type { FieldErrors } from '@parley/contract'
import { type AccountStep, accountStepSchema } from '@parley/contract/accounts'
import { useForm } from 'react-hook-form'
import { t } from '../../../language/text.ts'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/form/field.tsx'
import { useServerErrors } from '../../../ui/form/use-server-errors.ts'
import { EmailField, PasswordField, UsernameField } from '../account-fields.tsx'
import css from '../form-page.module.css'
import { TermsSentence } from './terms-sentence.tsx'

export interface AccountStepProps {
  onContinue: (values: AccountStep) => Promise<void>
  busy: boolean
  errors: FieldErrors | null
}

/** The first step of both sign-ups. */
export function AccountStepForm({ onContinue, busy, errors: refused }: AccountStepProps) {
  const form = useForm<AccountStep>({ resolver: standardSchemaResolver(accountStepSchema) })
  const { errors } = form.formState
  useServerErrors(form, refused)
  return (
    <form method="post" noValidate className={css.form} onSubmit={form.handleSubmit(onContinue)}>
      <UsernameField error={errors.username?.message} {...form.register('username')} />
      <div className={css.pair}>
        <TextField
          label={t('First name')}
          autoComplete="given-name"
          error={errors.first_name?.message}
          {...form.register('first_name')}
        />
        <TextField
          label={t('Last name')}
          autoComplete="family-name"
          error={errors.last_name?.message}
          {...form.register('last_name')}
        />
      </div>
      <EmailField error={errors.email?.message} {...form.register('email')} />
      <PasswordField
        label={t('Password')}
        kind="new"
        error={errors.password?.message}
        {...form.register('password')}
      />
      <PasswordField
        label={t('Confirm password')}
        kind="new"
        error={errors.confirmpassword?.message}
        {...form.register('confirmpassword')}
      />
      <TermsSentence />
      <Button type="submit" variant="primary" wide busy={busy}>
        {t('Continue')}
      </Button>
    </form>
  )
}
