import type { InputEvent } from 'react'
import type { FieldError, UseFormRegisterReturn } from 'react-hook-form'
import { t } from '../../language/text.ts'
import { TextField, type TextFieldProps } from '../../ui/form/field.tsx'

type Given = Omit<TextFieldProps, 'label'>

/** Email and username become lowercase while a person types. */
function lowercaseAsTyped(event: InputEvent<HTMLInputElement>) {
  const input = event.currentTarget
  const lower = input.value.toLowerCase()
  if (input.value !== lower) input.value = lower
}

export function EmailField(given: Given) {
  return (
    <TextField label={t('Email')} type="email" autoComplete="email" onInput={lowercaseAsTyped} {...given} />
  )
}

export function UsernameField(given: Given) {
  return (
    <TextField
      label={t('Username')}
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      onInput={lowercaseAsTyped}
      {...given}
    />
  )
}

interface PasswordFieldProps extends Omit<TextFieldProps, 'type' | 'autoComplete'> {
  /** What the browser's password store offers: the stored password, or a new one. */
  kind: 'current' | 'new'
}

export function PasswordField({ kind, ...given }: PasswordFieldProps) {
  return <TextField type="password" autoComplete={`${kind}-password`} {...given} />
}

interface NewPasswordFieldsProps {
  register: (name: 'newPassword' | 'repeatPassword') => UseFormRegisterReturn
  errors: { newPassword?: FieldError | undefined; repeatPassword?: FieldError | undefined }
}

/** A new password, entered twice. */
export function NewPasswordFields({ register, errors }: NewPasswordFieldsProps) {
  return (
    <>
      <PasswordField
        label={t('New password')}
        kind="new"
        error={errors.newPassword?.message}
        {...register('newPassword')}
      />
      <PasswordField
        label={t('Repeat password')}
        kind="new"
        error={errors.repeatPassword?.message}
        {...register('repeatPassword')}
      />
    </>
  )
}
