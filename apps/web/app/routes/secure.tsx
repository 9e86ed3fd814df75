import { Outlet } from 'react-router'
import { auth as login } from '../api/browser.ts'
import { useSecure } from '../api/use-secure.ts'
import { t } from '../language/text.ts'
import { ProofRequest } from '../pages/account/proof-request.tsx'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Waiting } from '../ui/waiting/spinner.tsx'

/** Pages for people who are logged in. */
export default function Secure() {
  const auth = useSecure()
  if (!auth.ready || !auth.data) return <Waiting>{t('One moment')}</Waiting>
  if (auth.user === null && auth.problem !== undefined)
    return (
      <EmptyState action={<Button onClick={() => void login.refreshUser()}>{t('Try again')}</Button>}>
        {auth.problem}
      </EmptyState>
    )
  return (
    <>
      <Outlet />
      <ProofRequest />
    </>
  )
}
