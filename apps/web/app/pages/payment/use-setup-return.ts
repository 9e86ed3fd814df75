import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { CardSaving } from '../../features/payments/card-saving.ts'
import { handleSetupReturn } from '../../features/payments/payment-return.ts'

/** Prepares the form for a card, or continues on the return from a bank's check of one. */
export function useSetupReturn(saving: CardSaving): void {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const [back] = useState(() => handleSetupReturn(search))
  useEffect(() => {
    if (!back) {
      void saving.prepare()
      return
    }
    // The address is cleaned after the server has answered, so that a reload before that asks again. By then the person
    // may be on another page.
    let isHere = true
    const clean = () => isHere && void navigate(pathname + back.search, { replace: true })
    void saving.complete(back.found, clean)
    return () => {
      isHere = false
    }
  }, [saving, back, navigate, pathname])
}

/** This page without an earlier return, to which a bank's check comes back. */
export function setupReturnUrl(): string {
  const { origin, pathname, search } = window.location
  return origin + pathname + (handleSetupReturn(search)?.search ?? search)
}
