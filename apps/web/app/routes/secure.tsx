import { Outlet } from 'react-router'
import { useSecure } from '../api/use-secure.ts'
import { t } from '../language/text.ts'
import { Waiting } from '../ui/spinner.tsx'

/** Pages for people who are logged in. */
export default function Secure() {
  const auth = useSecure()
  return auth.ready && auth.data ? <Outlet /> : <Waiting>{t('One moment')}</Waiting>
}
