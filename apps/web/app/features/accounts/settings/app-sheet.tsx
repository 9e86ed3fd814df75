import type { TotpBegun } from '@parley/contract'
import { messages } from '@parley/contract/messages'
import { Check, Copy } from 'lucide-react'
import { useId, useState } from 'react'
import { useForm } from 'react-hook-form'
import { ApiError, errorText } from '../../../api/errors.ts'
import { t } from '../../../language/text.ts'
import { ProblemPlace } from '../../../ui/alerts/problem-place.tsx'
import { Button } from '../../../ui/button.tsx'
import { QrCode } from '../../../ui/share/qr-code.tsx'
import { useCopied } from '../../../ui/share/use-copied.ts'
import { Sheet } from '../../../ui/sheet.tsx'
import { FactorField } from '../factor-field.tsx'
import css from './settings.module.css'

export interface AppSheetProps {
  begun: TotpBegun
  /** Throws the server's refusal. */
  onConfirm: (code: string) => Promise<void>
  onCancel: () => void
}

const inGroups = (secret: string) => secret.replace(/(.{4})(?=.)/g, '$1 ')

function CopyKey({ secret }: { secret: string }) {
  const { copied, copy } = useCopied()
  return (
    <Button
      variant="quiet"
      icon={copied ? <Check size={18} aria-hidden="true" /> : <Copy size={18} aria-hidden="true" />}
      onClick={() => void copy(secret)}
    >
      <span aria-live="polite">{copied ? t(messages.copied) : t('Copy the key')}</span>
    </Button>
  )
}

/** Sets up an authenticator app: shows its QR code, and asks for its first code. */
export function AppSheet({ begun, onConfirm, onCancel }: AppSheetProps) {
  const formId = useId()
  const [problem, setProblem] = useState<string | null>(null)
  const form = useForm<{ code: string }>({ defaultValues: { code: '' } })
  const { errors, isSubmitting } = form.formState
  const confirm = form.handleSubmit(async ({ code }) => {
    setProblem(null)
    try {
      await onConfirm(code)
    } catch (error) {
      const wrong = error instanceof ApiError ? error.fields?.code?.[0] : undefined
      if (wrong) form.setError('code', { message: wrong }, { shouldFocus: true })
      else setProblem(errorText(error))
    }
  })
  return (
    <Sheet
      open
      onOpenChange={isOpen => !isOpen && onCancel()}
      title={t('Set up an authenticator app')}
      description={t('Scan this with an app that shows one-time codes, then enter the code that it shows.')}
      actions={
        <>
          <Button onClick={onCancel}>{t('Cancel')}</Button>
          <Button type="submit" form={formId} variant="primary" busy={isSubmitting}>
            {t('Confirm')}
          </Button>
        </>
      }
    >
      <form id={formId} method="post" noValidate className={css.form} onSubmit={confirm}>
        <div className={css.scan}>
          <QrCode text={begun.url} label={t('QR code for your authenticator app')} />
          <p className={css.facts}>{t('No camera? Enter this key in the app:')}</p>
          <code className={css.secret}>{inGroups(begun.secret)}</code>
          <CopyKey secret={begun.secret} />
          {/* The page's own phone cannot scan its own screen. */}
          <a className={css.openApp} href={begun.url}>
            {t('Is the app on this device? Open it')}
          </a>
        </div>
        <FactorField method="code" error={errors.code?.message} {...form.register('code')} />
        <ProblemPlace problem={problem} />
      </form>
    </Sheet>
  )
}
