import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useAuth } from '../../api/use-auth.ts'
import { loginPath } from '../../api/use-secure.ts'
import { handlePaymentReturn } from '../../features/payments/payment-return.ts'

/**
 * When a payment returns but the login has ended: redirects to the login, which leads back here with the same query.
 */
export function useLoginForReturn(): void {
  const { ready, data } = useAuth()
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const isLoggedOut = ready && data === null
  useEffect(() => {
    if (isLoggedOut && handlePaymentReturn(search))
      void navigate(loginPath(pathname + search), { replace: true })
  }, [isLoggedOut, pathname, search, navigate])
}
