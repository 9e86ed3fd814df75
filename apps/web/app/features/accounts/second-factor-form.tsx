import type { FactorMethod } from '@parley/contract'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { ApiError, errorText } from '../../api/errors.ts'
import { t } from '../../language/text.ts'
import { ProblemNote } from '../../ui/alerts/problem-note.tsx'
import { Button } from '../../ui/button.tsx'
import { FactorField } from './factor-field.tsx'
import css from './form-page.module.css'

export interface SecondFactorFormProps {
  methods: readonly FactorMethod[]
  /** Throws the server's refusal. */
  onShow: (shown: { code: string } | { recovery: string }) => Promise<void>
  onStartOver: () => void
}

/** The second step of a login: a code of the authenticator app, or a recovery code. */
export function SecondFactorForm({ methods, onShow, onStartOver }: SecondFactorFormProps) {
  const [method, setMethod] = useState<FactorMethod>('code')
  const [problem, setProblem] = useState<string | null>(null)
  const form = useForm<{ shown: string }>({ defaultValues: { shown: '' } })
  const { errors, isSubmitting } = form.formState
  const change = (to: FactorMethod) => {
    form.reset({ shown: '' })
    setProblem(null)
    setMethod(to)
  }
  const show = form.handleSubmit(async ({ shown }) => {
    setProblem(null)
    try {
      await onShow(method === 'code' ? { code: shown } : { recovery: shown })
    } catch (error) {
      const wrong = error instanceof ApiError ? error.fields?.[method]?.[0] : undefined
      if (wrong) form.setError('shown', { message: wrong }, { shouldFocus: true })
      else setProblem(errorText(error))
    }
  })
  return (
    <form method="post" noValidate className={css.form} onSubmit={show}>
      <FactorField key={method} method={method} error={errors.shown?.message} {...form.register('shown')} />
      {problem !== null && <ProblemNote>{problem}</ProblemNote>}
      <Button type="submit" look="primary" wide busy={isSubmitting}>
        {t('Log in')}
      </Button>
      {method === 'recovery' ? (
        <Button look="quiet" wide onClick={() => change('code')}>
          {t('Use the authenticator app')}
        </Button>
      ) : (
        methods.includes('recovery') && (
          <Button look="quiet" wide onClick={() => change('recovery')}>
            {t('Use a recovery code')}
          </Button>
        )
      )}
      <Button look="quiet" wide onClick={onStartOver}>
        {t('Start over')}
      </Button>
    </form>
  )
}
