import { useId, useState } from 'react'
import { useForm } from 'react-hook-form'
import { ApiError, errorText } from '../../../api/errors.ts'
import { t } from '../../../language/text.ts'
import { ProblemNote } from '../../../ui/alerts/problem-note.tsx'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/form/field.tsx'
import { Sheet } from '../../../ui/sheet.tsx'
import css from './settings.module.css'

export interface ProofSheetProps {
  open: boolean
  /** Throws the server's refusal. */
  onProve: (proof: { password: string } | { code: string }) => Promise<void>
  onMailCode: () => Promise<void>
  onCancel: () => void
}

/** Asks once more who somebody is: by the password, or by a mailed code for who has none. */
export function ProofSheet({ open, onProve, onMailCode, onCancel }: ProofSheetProps) {
  const formId = useId()
  const [method, setMethod] = useState<'password' | 'code'>('password')
  const [problem, setProblem] = useState<string | null>(null)
  const [mailing, setMailing] = useState(false)
  const form = useForm<{ proof: string }>({ defaultValues: { proof: '' } })
  const { errors, isSubmitting } = form.formState
  const change = (to: typeof method) => {
    form.reset({ proof: '' })
    setProblem(null)
    setMethod(to)
  }
  const prove = form.handleSubmit(async ({ proof }) => {
    setProblem(null)
    try {
      await onProve(method === 'password' ? { password: proof } : { code: proof })
      change('password')
    } catch (error) {
      const wrong = error instanceof ApiError ? error.fields?.[method]?.[0] : undefined
      if (wrong) form.setError('proof', { message: wrong }, { shouldFocus: true })
      else setProblem(errorText(error))
    }
  })
  async function mailCode() {
    setMailing(true)
    setProblem(null)
    try {
      await onMailCode()
      change('code')
    } catch (error) {
      setProblem(errorText(error))
    } finally {
      setMailing(false)
    }
  }
  return (
    <Sheet
      open={open}
      onOpenChange={isOpen => {
        if (isOpen) return
        change('password')
        onCancel()
      }}
      title={t('Is it you?')}
      description={
        method === 'password'
          ? t('This changes who owns your account or where your money goes, so we ask once more.')
          : t('We sent a code to your email. It works once, for ten minutes.')
      }
      actions={
        <>
          <Button busy={mailing} onClick={() => void mailCode()}>
            {method === 'password' ? t('No password? Mail me a code') : t('Send another code')}
          </Button>
          <Button type="submit" form={formId} look="primary" busy={isSubmitting}>
            {t('Continue')}
          </Button>
        </>
      }
    >
      <form id={formId} method="post" noValidate className={css.form} onSubmit={prove}>
        {method === 'password' ? (
          <TextField
            key="password"
            label={t('Your password')}
            type="password"
            autoComplete="current-password"
            error={errors.proof?.message}
            {...form.register('proof')}
          />
        ) : (
          <TextField
            key="code"
            label={t('Code')}
            autoComplete="one-time-code"
            autoCapitalize="characters"
            error={errors.proof?.message}
            {...form.register('proof')}
          />
        )}
        {problem !== null && <ProblemNote>{problem}</ProblemNote>}
      </form>
    </Sheet>
  )
}
