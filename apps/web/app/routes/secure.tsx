import { useState } from 'react'
import { Outlet } from 'react-router'
import { auth as login } from '../api/browser.ts'
import { useSecure } from '../api/use-secure.ts'
import { t } from '../language/text.ts'
import { ProofRequest } from '../pages/account/proof-request.tsx'
import { LoadFailed } from '../ui/alerts/load-failed.tsx'
import { Waiting } from '../ui/waiting/spinner.tsx'

/** Pages for people who are logged in. */
export default function Secure() {
  const auth = useSecure()
  const [isTrying, setIsTrying] = useState(false)
  const retry = () => {
    setIsTrying(true)
    void login.refreshUser().finally(() => setIsTrying(false))
  }
  if (!auth.ready || !auth.data) return <Waiting>{t('One moment')}</Waiting>
  if (auth.user === null && auth.problem !== undefined)
    return isTrying ? (
      <Waiting>{t('One moment')}</Waiting>
    ) : (
      <LoadFailed problem={auth.problem} retry={retry} />
    )
  return (
    <>
      <Outlet />
      <ProofRequest />
    </>
  )
}
