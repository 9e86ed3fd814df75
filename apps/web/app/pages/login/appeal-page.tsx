import { APPEAL_TEXT_MAX, APPEAL_TEXT_MIN } from '@parley/contract'
import { useEffect, useState } from 'react'
import { api } from '../../api/browser.ts'
import { ApiError, errorText } from '../../api/errors.ts'
import css from '../../features/accounts/form-page.module.css'
import { FormPage } from '../../features/accounts/form-page.tsx'
import { t } from '../../language/text.ts'
import { ProblemNote } from '../../ui/alerts/problem-note.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { TextArea } from '../../ui/form/field.tsx'
import { Waiting } from '../../ui/waiting/spinner.tsx'

/** The token of the mailed link, which is removed from the address; undefined until it is read. */
function useMailedToken(): string | null | undefined {
  const [token, setToken] = useState<string | null | undefined>(undefined)
  useEffect(() => {
    const read = () => {
      const found = new URLSearchParams(window.location.hash.slice(1)).get('token')
      if (found === null) return setToken(known => known ?? null)
      setToken(found)
      // Attack: a person reads the token from the browser's history or a shared screen.
      window.history.replaceState(window.history.state, '', window.location.pathname)
    }
    read()
    // A second link may be opened in the same tab.
    window.addEventListener('hashchange', read)
    return () => window.removeEventListener('hashchange', read)
  }, [])
  return token
}

/** The page on which a suspended person appeals: once, by the link of the mail. */
export function AppealPage() {
  const token = useMailedToken()
  const [text, setText] = useState('')
  const [state, setState] = useState<'asked' | 'busy' | 'sent'>('asked')
  const [problem, setProblem] = useState<string | null>(null)
  const [isSpent, setSpent] = useState(false)
  async function send() {
    setState('busy')
    setProblem(null)
    try {
      await api.post('/api/appeals/', { token, text })
      setState('sent')
    } catch (error) {
      const said = error instanceof ApiError ? (error.fields?.token ?? error.fields?.text)?.[0] : undefined
      setProblem(said ? t(said) : errorText(error))
      setSpent(error instanceof ApiError && error.fields?.token !== undefined)
      setState('asked')
    }
  }
  if (token === undefined) return <Waiting>{t('Opening the link')}</Waiting>
  if (token === null) {
    return (
      <FormPage title={t('Appeal')}>
        <div className={css.form}>
          <p>{t('This address is not complete: open the link of the mail again.')}</p>
          <ButtonLink wide to="/">
            {t('Back home')}
          </ButtonLink>
        </div>
      </FormPage>
    )
  }
  if (state === 'sent') {
    return (
      <FormPage title={t('Your appeal is with us')}>
        <div className={css.form}>
          <p>{t('Somebody else than who decided looks at it, and we send you a mail.')}</p>
          <ButtonLink wide to="/">
            {t('Back home')}
          </ButtonLink>
        </div>
      </FormPage>
    )
  }
  return (
    <FormPage
      title={t('Appeal')}
      lead={t('Tell us why we are wrong. You can do this once; somebody else than who decided looks at it.')}
    >
      <div className={css.form}>
        <TextArea
          label={t('Your words')}
          hint={t('At least {least} characters.', { least: String(APPEAL_TEXT_MIN) })}
          value={text}
          rows={6}
          maxLength={APPEAL_TEXT_MAX}
          onChange={event => setText(event.target.value)}
        />
        <Button
          variant="primary"
          wide
          busy={state === 'busy'}
          disabled={text.trim().length < APPEAL_TEXT_MIN}
          onClick={() => void send()}
        >
          {t('Send appeal')}
        </Button>
        {problem !== null && <ProblemNote>{problem}</ProblemNote>}
        {problem !== null && isSpent && (
          <ButtonLink wide to="/login">
            {t('Back to login')}
          </ButtonLink>
        )}
      </div>
    </FormPage>
  )
}
