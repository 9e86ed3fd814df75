import type { SessionRequest } from '@parley/contract'
import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { api, auth } from '../../api/browser.ts'
import { createPayment, type Payment } from '../../features/payments/payment.ts'
import { handlePaymentReturn } from '../../features/payments/payment-return.ts'
import { newUuid } from '../../store/new-uuid.ts'
import { useCardProvider } from './use-card-provider.ts'

const pageUrl = () => window.location.origin + window.location.pathname

/** Pays on the current page, also on the return from a challenge page; `changed` gets the server's current request. */
export function usePayment(changed: (request: SessionRequest) => void): Payment {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const provider = useCardProvider()
  const [payment] = useState(() =>
    createPayment({
      api,
      provider,
      returnUrl: pageUrl,
      leave: url => window.location.assign(url),
      changed,
      cardsChanged: () => void auth.refreshUser(),
      newKey: newUuid,
      setTimer: (work, delayMs) => setTimeout(work, delayMs),
    }),
  )
  useEffect(() => {
    const back = handlePaymentReturn(search)
    if (!back) return
    // The address is cleaned after the server has asked the provider, so that a reload before that asks again.
    let isHere = true
    void payment.comeBack(back.found).then(isAnswered => {
      delete document.documentElement.dataset.paying
      // The answer may come when the person is on another page.
      if (!isAnswered || !isHere) return
      return navigate(pathname + back.search, { replace: true, preventScrollReset: true })
    })
    return () => {
      isHere = false
    }
  }, [payment, search, pathname, navigate])
  return payment
}
