import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { auth } from '../api/browser.ts'
import { t } from '../language/text.ts'
import { Waiting } from '../ui/spinner.tsx'

export const meta = () => [{ title: `${t('Log out')} · Parley` }]

export default function Logout() {
  const navigate = useNavigate()
  useEffect(() => {
    // First away from this secure page, so that it does not ask for a login.
    void Promise.resolve(navigate('/', { replace: true })).then(() => auth.logOut())
  }, [navigate])
  return <Waiting>{t('Logging out')}</Waiting>
}
