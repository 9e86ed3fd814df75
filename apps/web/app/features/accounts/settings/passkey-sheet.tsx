import { PASSKEY_NAME_MAX } from '@parley/contract/constants'
import { messages } from '@parley/contract/messages'
import { useId, useState } from 'react'
import { useForm } from 'react-hook-form'
import { ApiError, errorText } from '../../../api/errors.ts'
import { t } from '../../../language/text.ts'
import { ProblemPlace } from '../../../ui/alerts/problem-place.tsx'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/form/field.tsx'
import { Sheet } from '../../../ui/sheet.tsx'
import css from './settings.module.css'

export interface PasskeySheetProps {
  /** Throws the server's refusal, or the browser's error. */
  onMake: (name: string) => Promise<void>
  onCancel: () => void
}

/** Names a new passkey; the browser then makes it. */
export function PasskeySheet({ onMake, onCancel }: PasskeySheetProps) {
  const formId = useId()
  const [problem, setProblem] = useState<string | null>(null)
  const form = useForm<{ name: string }>({ defaultValues: { name: '' } })
  const { errors, isSubmitting } = form.formState
  const make = form.handleSubmit(async ({ name }) => {
    setProblem(null)
    try {
      await onMake(name)
    } catch (error) {
      const fields = error instanceof ApiError ? error.fields : null
      if (fields?.name?.[0]) form.setError('name', { message: fields.name[0] }, { shouldFocus: true })
      else setProblem(fields?.response?.[0] ? t(fields.response[0]) : errorText(error))
    }
  })
  return (
    <Sheet
      open
      onOpenChange={isOpen => !isOpen && onCancel()}
      title={t('Add a passkey')}
      description={t('With it you log in by your fingerprint, your face or the code of your device.')}
      actions={
        <>
          <Button onClick={onCancel}>{t('Cancel')}</Button>
          <Button type="submit" form={formId} variant="primary" busy={isSubmitting}>
            {t('Make it')}
          </Button>
        </>
      }
    >
      <form id={formId} method="post" noValidate className={css.form} onSubmit={make}>
        <TextField
          label={t('Name of the passkey')}
          hint={t('So that you know it again: “my phone”.')}
          maxLength={PASSKEY_NAME_MAX}
          autoComplete="off"
          error={errors.name?.message}
          {...form.register('name', { required: messages.passkeyNameRequired })}
        />
        <ProblemPlace problem={problem} />
      </form>
    </Sheet>
  )
}
