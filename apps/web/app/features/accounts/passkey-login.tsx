import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { errorText } from '../../api/errors.ts'
import { t } from '../../language/text.ts'
import { ProblemNote } from '../../ui/alerts/problem-note.tsx'
import { Button } from '../../ui/button.tsx'
import css from './form-page.module.css'

/** The login without a password. */
export function PasskeyLogin({ onLogIn }: { onLogIn: () => Promise<void> }) {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  async function logIn() {
    setBusy(true)
    setProblem(null)
    try {
      await onLogIn()
    } catch (error) {
      setProblem(errorText(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className={css.passkey}>
      <Button wide busy={busy} icon={<KeyRound size={18} aria-hidden="true" />} onClick={() => void logIn()}>
        {t('Use a passkey')}
      </Button>
      {problem !== null && <ProblemNote>{problem}</ProblemNote>}
    </div>
  )
}
