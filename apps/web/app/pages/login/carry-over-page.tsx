import type { CarriedOver } from '@parley/contract'
import { messages } from '@parley/contract/messages'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { api, auth } from '../../api/browser.ts'
import { useAuth } from '../../api/use-auth.ts'
import { loginPath } from '../../api/use-secure.ts'
import { FormPage } from '../../features/accounts/form-page.tsx'
import { type CarryOverLink, carryOver, readCarryOver } from '../../features/link-rescue/carry-over.ts'
import { t } from '../../language/text.ts'
import { alerts } from '../../ui/alerts/alerts.ts'
import { ProblemNote } from '../../ui/alerts/problem-note.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Waiting } from '../../ui/waiting/spinner.tsx'

const deps = {
  exchange: (link: CarryOverLink) => api.post<CarriedOver>('/api/user/carry-over/exchange/', link),
  logIn: (tokens: CarriedOver) => auth.logIn(tokens),
}

function Spent({ path }: { path: string }) {
  return (
    <FormPage
      title={t('This link does not work any more')}
      lead={t('It works once and for five minutes. Make a new one, or log in here.')}
    >
      <ButtonLink variant="primary" wide to={loginPath(path)}>
        {t('Log in')}
      </ButtonLink>
    </FormPage>
  )
}

/** Receives a login from another browser: only a press uses the link up, so link previews do not. */
export function CarryOverPage() {
  const { ready, user, data } = useAuth()
  const navigate = useNavigate()
  const [link, setLink] = useState<CarryOverLink | null | undefined>(undefined)
  const [state, setState] = useState<'ready' | 'busy' | 'spent'>('ready')
  const [problem, setProblem] = useState<string | null>(null)
  useEffect(() => {
    const read = readCarryOver(window.location.hash)
    if (read === null) return setLink(known => known ?? null)
    setLink(read)
    // Attack: a person reads the code from the browser's history or a shared screen.
    window.history.replaceState(window.history.state, '', window.location.pathname)
  }, [])
  if (link === undefined || !ready) return <Waiting>{t('Opening the link')}</Waiting>
  if (link === null || state === 'spent') return <Spent path={link?.path ?? '/'} />

  async function goOn({ path, ...rest }: CarryOverLink) {
    setState('busy')
    // Attack: an attacker sends a link of their own account to a logged-in person: the person's own login stays.
    const outcome = data !== null ? 'in' : await carryOver(deps, { path, ...rest })
    if (outcome === 'spent') return setState('spent')
    if (outcome !== 'in') {
      setProblem(outcome.problem)
      return setState('ready')
    }
    if (data === null) alerts.message(messages.loggedIn)
    await navigate(path, { replace: true })
  }
  return (
    <FormPage
      title={t('Go on in this browser')}
      lead={
        data === null
          ? t('You will be logged in as the person who made this link. Go on only if that was you.')
          : user
            ? t('You are logged in here as @{username} already.', { username: user.username })
            : t('You are logged in here already.')
      }
    >
      {problem !== null && state === 'ready' && <ProblemNote>{problem}</ProblemNote>}
      <Button variant="primary" wide busy={state === 'busy'} onClick={() => void goOn(link)}>
        {problem === null ? t('Go on') : t('Try again')}
      </Button>
    </FormPage>
  )
}
