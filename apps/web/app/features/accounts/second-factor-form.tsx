import type { FactorMethod, PasskeyAnswer, StepUpMethod } from '@parley/contract'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { ApiError, errorText } from '../../api/errors.ts'
import { t } from '../../language/text.ts'
import { ProblemNote } from '../../ui/alerts/problem-note.tsx'
import { Button } from '../../ui/button.tsx'
import { FactorField } from './factor-field.tsx'
import css from './form-page.module.css'

export type Shown = { code: string } | { recovery: string } | { passkey: PasskeyAnswer }

export interface SecondFactorFormProps {
  methods: readonly FactorMethod[]
  showPasskey: () => Promise<PasskeyAnswer>
  /** Throws the server's refusal. */
  onShow: (shown: Shown) => Promise<void>
  /** Throws the server's refusal. */
  onLost: () => Promise<void>
  onStartOver: () => void
}

/** The second step of a login: a passkey, a code of the authenticator app, or a recovery code. */
export function SecondFactorForm(props: SecondFactorFormProps) {
  const { methods, showPasskey, onShow, onLost, onStartOver } = props
  const [method, setMethod] = useState<FactorMethod>(methods[0] ?? 'code')
  const [problem, setProblem] = useState<string | null>(null)
  const [isLosing, setLosing] = useState(false)
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
      if (method === 'passkey') await onShow({ passkey: await showPasskey() })
      else await onShow(method === 'code' ? { code: shown } : { recovery: shown })
    } catch (error) {
      const wrong = error instanceof ApiError ? error.fields?.[method]?.[0] : undefined
      if (wrong && method !== 'passkey') form.setError('shown', { message: wrong }, { shouldFocus: true })
      else setProblem(wrong ? t(wrong) : errorText(error))
    }
  })
  async function lose() {
    setLosing(true)
    setProblem(null)
    await onLost().catch(error => setProblem(errorText(error)))
    setLosing(false)
  }
  return (
    <form method="post" noValidate className={css.form} onSubmit={show}>
      {method !== 'passkey' && (
        <FactorField key={method} method={method} error={errors.shown?.message} {...form.register('shown')} />
      )}
      {problem !== null && <ProblemNote>{problem}</ProblemNote>}
      <Button
        type="submit"
        variant="primary"
        wide
        busy={isSubmitting}
        icon={method === 'passkey' && <KeyRound size={18} aria-hidden="true" />}
      >
        {method === 'passkey' ? t('Use your passkey') : t('Log in')}
      </Button>
      {methods
        .filter(each => each !== method)
        .map(each => (
          <Button key={each} variant="quiet" wide onClick={() => change(each)}>
            {wayText(each)}
          </Button>
        ))}
      <Button variant="quiet" wide busy={isLosing} onClick={() => void lose()}>
        {t('I have none of these any more')}
      </Button>
      <Button variant="quiet" wide onClick={onStartOver}>
        {t('Start over')}
      </Button>
    </form>
  )
}

/** The label of a button that leads to another method. */
export function wayText(method: StepUpMethod): string {
  if (method === 'passkey') return t('Use a passkey')
  return method === 'code' ? t('Use the authenticator app') : t('Use a recovery code')
}
