import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { type Login, loginSchema } from '@parley/contract/accounts'
import { useForm } from 'react-hook-form'
import { Link } from 'react-router'
import { t } from '../../language/text.ts'
import { ProblemNote } from '../../ui/alerts/problem-note.tsx'
import { Button } from '../../ui/button.tsx'
import { EmailField, PasswordField } from './account-fields.tsx'
import css from './form-page.module.css'

export interface LoginFormProps {
  /** Why no password opens this account; it stays until the next try. */
  closed: string | null
  onSubmit: (form: Login) => Promise<void>
}

/** Email and password. `method="post"` keeps them out of the address before any script runs. */
export function LoginForm({ closed, onSubmit }: LoginFormProps) {
  const form = useForm<Login>({ resolver: standardSchemaResolver(loginSchema) })
  const { errors, isSubmitting } = form.formState
  return (
    <form method="post" noValidate className={css.form} onSubmit={form.handleSubmit(onSubmit)}>
      <EmailField error={errors.email?.message} {...form.register('email')} />
      <PasswordField
        label={t('Password')}
        kind="current"
        error={errors.password?.message}
        {...form.register('password')}
      />
      <Link to="/password-reset-simple" className={`${css.link} ${css.right}`}>
        {t('Forgot password?')}
      </Link>
      <Button type="submit" variant="primary" wide busy={isSubmitting}>
        {t('Log in')}
      </Button>
      {closed !== null && <ProblemNote>{t(closed)}</ProblemNote>}
    </form>
  )
}
