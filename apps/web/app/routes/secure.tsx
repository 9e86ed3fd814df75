import { Outlet } from 'react-router'
import { useSecure } from '../api/use-secure.ts'
import { t } from '../language/text.ts'
import { Waiting } from '../ui/spinner.tsx'
import { AskedProof } from './asked-proof.tsx'

/** Pages for people who are logged in. */
export default function Secure() {
  const auth = useSecure()
  if (!auth.ready || !auth.data) return <Waiting>{t('One moment')}</Waiting>
  return (
    <>
      <Outlet />
      <AskedProof />
    </>
  )
}
