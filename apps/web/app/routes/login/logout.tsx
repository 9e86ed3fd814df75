import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { auth } from '../../api/browser.ts'
import { t } from '../../language/text.ts'
import { Waiting } from '../../ui/waiting/spinner.tsx'

export const meta = () => [{ title: `${t('Log out')} · Parley` }]

export default function Logout() {
  const navigate = useNavigate()
  const isHere = useRef(false)
  useEffect(() => {
    isHere.current = true
    // Who leaves this page before the next one has loaded is logged out too.
    const leave = () => void auth.logOut()
    addEventListener('pagehide', leave)
    void navigate('/', { replace: true })
    return () => {
      isHere.current = false
      removeEventListener('pagehide', leave)
      // Only after this page is left: while it is open, it requires a login.
      queueMicrotask(() => isHere.current || void auth.logOut())
    }
  }, [navigate])
  return <Waiting>{t('Logging out')}</Waiting>
}
