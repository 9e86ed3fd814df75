import type { Influencer } from '@parley/contract'
import { MONEY_BACK_RULE } from '@parley/contract/call-money'
import { REDIRECT_TO_LOGIN_MS } from '@parley/contract/constants'
import { messages } from '@parley/contract/messages'
import { type ReactNode, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { AuthSnapshot } from '../../../api/auth-store.ts'
import { loginPath } from '../../../api/use-secure.ts'
import { durationText } from '../../../language/durations.ts'
import { priceText } from '../../../language/prices.ts'
import { t } from '../../../language/text.ts'
import { useIfHere } from '../../../store/use-if-here.ts'
import { ActionBar } from '../../../ui/action-bar.tsx'
import { alerts } from '../../../ui/alerts/alerts.ts'
import { Button } from '../../../ui/button.tsx'
import { useHydrated } from '../../../ui/use-hydrated.ts'
import { MoneyRule, type RuleOf } from '../money-rule.tsx'
import css from './book-action.module.css'

/** The price and length beside the button on a phone. */
export function OfferLine({ influencer }: { influencer: Influencer }) {
  const { main_session: offer } = influencer
  return (
    <>
      <strong className={css.price}>{priceText(offer.amount)}</strong>
      <br />
      <span className={css.length}>{durationText(offer.duration, offer.duration_display)}</span>
    </>
  )
}

/**
 * A placeholder for the button until it is known who is logged in; after the bank's check it says what is happening.
 */
export function BookActionWaiting({ before }: { before?: ReactNode }) {
  const { search } = useLocation()
  const isBack = useHydrated() && new URLSearchParams(search).has('payment_intent')
  return (
    <ActionBar before={before}>
      <Button variant="primary" wide busy>
        {isBack ? t('Confirming your payment...') : t('One moment')}
      </Button>
    </ActionBar>
  )
}

/** The same on a profile, above the rule that the server has sent: what comes after both does not move. */
export function BookCallWaiting({ influencer }: { influencer: Influencer }) {
  return (
    <>
      <BookActionWaiting before={<OfferLine influencer={influencer} />} />
      <MoneyRule of="call" rule={t(MONEY_BACK_RULE, { name: influencer.user.username })} />
    </>
  )
}

/** The booking button of a profile for a visitor. */
export function BookAction({ influencer, auth }: { influencer: Influencer; auth: AuthSnapshot }) {
  return (
    <VisitorAction
      words={{ visitor: t('Sign up to video call'), member: t('Book now') }}
      before={<OfferLine influencer={influencer} />}
      ruleOf="call"
      moneyBackRule={t(MONEY_BACK_RULE, { name: influencer.user.username })}
      auth={auth}
    />
  )
}

export interface VisitorActionProps {
  /** The texts for a person who is not logged in, and for one who is while the page does not know it yet. */
  words: { visitor: string; member: string }
  before: ReactNode
  moneyBackRule: string
  ruleOf: RuleOf
  auth: AuthSnapshot
}

/** A booking button for a visitor: it leads to the login. */
export function VisitorAction({ words, before, moneyBackRule, ruleOf, auth }: VisitorActionProps) {
  const navigate = useNavigate()
  const ifHere = useIfHere()
  const [redirecting, setRedirecting] = useState(false)
  function book() {
    setRedirecting(true)
    alerts.error(messages.loginToContinue)
    const goToLogin = () => {
      alerts.clear()
      // A slot that was picked just before the press is in the address by now.
      void navigate(loginPath(window.location.pathname + window.location.search))
    }
    setTimeout(() => ifHere(goToLogin) || setRedirecting(false), REDIRECT_TO_LOGIN_MS)
  }
  return (
    <>
      <ActionBar before={before}>
        <div data-for="visitor" className={css.slot}>
          <Button variant="primary" wide busy={redirecting} onClick={book}>
            {words.visitor}
          </Button>
        </div>
        <div data-for="member" className={css.slot}>
          <Button variant="primary" wide busy={!auth.ready}>
            <span data-while="booking">{words.member}</span>
            <span data-while="paying">{t('Confirming your payment...')}</span>
          </Button>
        </div>
      </ActionBar>
      <MoneyRule of={ruleOf} rule={moneyBackRule} />
    </>
  )
}
