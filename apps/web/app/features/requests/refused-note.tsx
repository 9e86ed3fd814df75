import type { EmailLinkAnswer, WayOn } from '@parley/contract'
import { useEffect, useRef, useState } from 'react'
import { api } from '../../api/browser.ts'
import { errorText } from '../../api/errors.ts'
import { t } from '../../language/text.ts'
import { ProblemNote } from '../../ui/alerts/problem-note.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import css from './refused-note.module.css'

export interface RefusedNoteProps {
  problem: string
  wayOn: WayOn | null
}

/** Why a booking was refused, and the buyer's next step; scrolls into view when a sheet is longer than the window. */
export function RefusedNote({ problem, wayOn }: RefusedNoteProps) {
  const note = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a changed problem must be read again.
  useEffect(() => {
    note.current?.scrollIntoView?.({ block: 'nearest' })
  }, [problem, wayOn])
  if (wayOn === 'confirm_email') return <MailLink problem={problem} />
  return (
    <div ref={note} className={css.refused}>
      <ProblemNote>{t(problem)}</ProblemNote>
      {wayOn === 'bookings' && <ButtonLink to="/bookings">{t('Go to your bookings')}</ButtonLink>}
    </div>
  )
}

/** Mails the link that confirms one's own email; then shows the address instead of the problem. */
function MailLink({ problem }: { problem: string }) {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const [sentTo, setSentTo] = useState<string | null>(null)
  async function mail() {
    setBusy(true)
    setSentTo(null)
    setFailure(null)
    try {
      const { email } = await api.post<EmailLinkAnswer>('/api/user/me/email/confirm/', {})
      setSentTo(email)
    } catch (error) {
      setFailure(errorText(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className={css.refused}>
      {sentTo === null && <ProblemNote>{failure ?? t(problem)}</ProblemNote>}
      <p role="status" className={classes(sentTo !== null && css.sent)}>
        {sentTo !== null &&
          t('A link is on its way to {email}. Open it, then press Confirm here again.', { email: sentTo })}
      </p>
      <Button busy={busy} onClick={() => void mail()}>
        {t('Mail me the link')}
      </Button>
    </div>
  )
}
