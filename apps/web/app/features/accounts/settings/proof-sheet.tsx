import type { PasskeyAnswer, StepUp, StepUpMethod } from '@parley/contract'
import { useEffect, useId, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { ApiError, errorText } from '../../../api/errors.ts'
import { t } from '../../../language/text.ts'
import { ProblemPlace } from '../../../ui/alerts/problem-place.tsx'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/form/field.tsx'
import { Sheet } from '../../../ui/sheet.tsx'
import { PasswordField } from '../account-fields.tsx'
import { FactorField } from '../factor-field.tsx'
import { wayText } from '../second-factor-form.tsx'
import css from './settings.module.css'

export interface ProofSheetProps {
  open: boolean
  /** The kinds of proof that the server accepts; null while no proof is needed. */
  methods: readonly StepUpMethod[] | null
  /** Throws the server's refusal. */
  onProve: (proof: StepUp) => Promise<void>
  showPasskey: () => Promise<PasskeyAnswer>
  onMailCode: () => Promise<void>
  onCancel: () => void
}

/** The first method: the second factor of a person who has one, else the password. */
const firstOf = (methods: ProofSheetProps['methods']): StepUpMethod => methods?.[0] ?? 'password'

function about(method: StepUpMethod, hasFactor: boolean): string {
  if (method === 'password' || hasFactor)
    return t('This moves money or changes an account, so we ask once more that it is you.')
  return t('We sent a code to your email. It works once, for ten minutes.')
}

interface OtherWaysProps {
  methods: readonly StepUpMethod[]
  method: StepUpMethod
  onChange: (to: StepUpMethod) => void
}

/** The other methods with which the person can prove who they are. */
function OtherWays({ methods, method, onChange }: OtherWaysProps) {
  return methods
    .filter(each => each !== method)
    .map(each => (
      <Button key={each} onClick={() => onChange(each)}>
        {wayText(each)}
      </Button>
    ))
}

/**
 * Asks the person again to prove who they are: by the second factor, by the password, or by a mailed code for a person
 * without a password.
 */
export function ProofSheet({ open, methods, onProve, showPasskey, onMailCode, onCancel }: ProofSheetProps) {
  const formId = useId()
  const hasFactor = methods !== null && !methods.includes('password')
  const [chosen, setMethod] = useState<StepUpMethod | null>(null)
  const method = chosen ?? firstOf(methods)
  const [problem, setProblem] = useState<string | null>(null)
  const [mailing, setMailing] = useState(false)
  const form = useForm<{ proof: string }>({ defaultValues: { proof: '' } })
  const { reset, formState } = form
  const { errors, isSubmitting } = formState
  /** How many questions have ended: what is under way when one ends comes too late for the next one. */
  const ended = useRef(0)
  // A question that ended, also without an answer, leaves nothing to the next one.
  useEffect(() => {
    if (open) return
    ended.current++
    reset({ proof: '' })
    setProblem(null)
    setMethod(null)
    setMailing(false)
  }, [open, reset])
  const change = (to: StepUpMethod) => {
    reset({ proof: '' })
    setProblem(null)
    setMethod(to)
  }
  const prove = form.handleSubmit(async ({ proof }) => {
    setProblem(null)
    const before = ended.current
    try {
      const given = method === 'passkey' ? { passkey: await showPasskey() } : { [method]: proof }
      if (ended.current === before) await onProve(given)
    } catch (error) {
      if (ended.current !== before) return
      const wrong = error instanceof ApiError ? error.fields?.[method]?.[0] : undefined
      if (wrong && method !== 'passkey') form.setError('proof', { message: wrong }, { shouldFocus: true })
      else setProblem(wrong ? t(wrong) : errorText(error))
    }
  })
  async function mailCode() {
    setMailing(true)
    setProblem(null)
    const before = ended.current
    const ifStillAsked = (show: () => void) => {
      if (ended.current !== before) return
      show()
      setMailing(false)
    }
    try {
      await onMailCode()
      ifStillAsked(() => change('code'))
    } catch (error) {
      ifStillAsked(() => setProblem(errorText(error)))
    }
  }
  const error = errors.proof?.message
  return (
    <Sheet
      open={open}
      onOpenChange={isOpen => !isOpen && onCancel()}
      title={t('Is it you?')}
      description={about(method, hasFactor)}
      actions={
        <>
          {hasFactor ? (
            <OtherWays methods={methods} method={method} onChange={change} />
          ) : (
            <Button busy={mailing} onClick={() => void mailCode()}>
              {method === 'password' ? t('No password? Mail me a code') : t('Send another code')}
            </Button>
          )}
          <Button type="submit" form={formId} variant="primary" busy={isSubmitting}>
            {method === 'passkey' ? t('Use your passkey') : t('Continue')}
          </Button>
        </>
      }
    >
      <form id={formId} method="post" noValidate className={css.form} onSubmit={prove}>
        {method === 'password' ? (
          <PasswordField
            key="password"
            label={t('Your password')}
            kind="current"
            error={error}
            {...form.register('proof')}
          />
        ) : method === 'passkey' ? null : hasFactor ? (
          <FactorField
            key={method}
            method={method === 'recovery' ? 'recovery' : 'code'}
            error={error}
            {...form.register('proof')}
          />
        ) : (
          <TextField
            key="code"
            label={t('Code')}
            autoComplete="one-time-code"
            autoCapitalize="characters"
            error={error}
            {...form.register('proof')}
          />
        )}
        <ProblemPlace problem={problem} />
      </form>
    </Sheet>
  )
}
