import type { EmailLinkAnswer } from '@parley/contract'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { api } from '../../api/browser.ts'
import { ApiError, errorText } from '../../api/errors.ts'
import css from '../../features/accounts/form-page.module.css'
import { FormPage } from '../../features/accounts/form-page.tsx'
import { t } from '../../language/text.ts'
import { ProblemNote } from '../../ui/alerts/problem-note.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Waiting } from '../../ui/waiting/spinner.tsx'

export interface EmailLinkProps {
  title: string
  lead: string
  press: string
  path: '/api/user/email/confirm/' | '/api/user/email/undo/' | '/api/auth/second-factor/lost/stop/'
  /** The message after success. */
  done: { title: string; lead: (email: string) => ReactNode; to: string; label: string }
  /** What to do instead where the link was used or is too old. */
  spent: { to: string; label: string }
  onDone?: () => void
  /** Whether to open the link is enough; otherwise a press uses it up, since mail scanners open pages too. */
  atOnce?: boolean
}

/** The page of a mailed link. */
export function EmailLink(props: EmailLinkProps) {
  const { title, lead, press, path, done, spent, onDone, atOnce = false } = props
  const [token, setToken] = useState<string | null | undefined>(undefined)
  const [email, setEmail] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<{ text: string; isSpent: boolean } | null>(null)
  useEffect(() => {
    const read = () => {
      const found = new URLSearchParams(window.location.hash.slice(1)).get('token')
      if (found === null) return setToken(known => known ?? null)
      setToken(found)
      setEmail(null)
      setProblem(null)
      // Attack: a person reads the token from the browser's history or a shared screen.
      window.history.replaceState(window.history.state, '', window.location.pathname)
    }
    read()
    // A second link may be opened in the same tab.
    window.addEventListener('hashchange', read)
    return () => window.removeEventListener('hashchange', read)
  }, [])
  async function spend() {
    setBusy(true)
    setProblem(null)
    try {
      const answer = await api.post<EmailLinkAnswer>(path, { token })
      setEmail(answer.email)
      onDone?.()
    } catch (error) {
      const said = error instanceof ApiError ? error.fields?.token?.[0] : undefined
      setProblem(said ? { text: t(said), isSpent: true } : { text: errorText(error), isSpent: false })
    } finally {
      setBusy(false)
    }
  }
  const sentToken = useRef<string | null>(null)
  useEffect(() => {
    if (!atOnce || !token || sentToken.current === token) return
    sentToken.current = token
    void spend()
  })
  if (token === undefined) return <Waiting>{t('Opening the link')}</Waiting>
  if (email !== null) {
    return (
      <FormPage title={done.title} lead={done.lead(email)}>
        <ButtonLink variant="primary" wide to={done.to}>
          {done.label}
        </ButtonLink>
      </FormPage>
    )
  }
  if (token === null) {
    return (
      <FormPage title={title}>
        <div className={css.form}>
          <p>{t('This address is not complete: open the link of the mail again.')}</p>
          <ButtonLink wide to="/">
            {t('Back home')}
          </ButtonLink>
        </div>
      </FormPage>
    )
  }
  return (
    <FormPage title={title} lead={lead}>
      <div className={css.form}>
        <Button variant="primary" wide busy={busy} onClick={() => void spend()}>
          {press}
        </Button>
        {problem !== null && <ProblemNote>{problem.text}</ProblemNote>}
        {problem?.isSpent && (
          <ButtonLink wide to={spent.to}>
            {spent.label}
          </ButtonLink>
        )}
      </div>
    </FormPage>
  )
}
