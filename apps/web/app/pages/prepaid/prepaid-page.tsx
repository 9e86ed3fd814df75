import type { OwnUser, SessionRequest } from '@parley/contract'
import { messages } from '@parley/contract/messages'
import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { api } from '../../api/browser.ts'
import { errorText } from '../../api/errors.ts'
import { Queries } from '../../api/queries.tsx'
import { useAuth } from '../../api/use-auth.ts'
import { LinkRescue } from '../../features/link-rescue/link-rescue.tsx'
import { PayPanel } from '../../features/payments/pay-panel.tsx'
import { hasGoneWrong, type Payment } from '../../features/payments/payment.ts'
import { GiveCall } from '../../features/requests/gifts/give-call.tsx'
import { isOpen } from '../../features/requests/link/session-link.tsx'
import { ShareLink } from '../../features/requests/link/share-link.tsx'
import { createPrepaidCreation } from '../../features/requests/prepaid/prepaid-creation.ts'
import { PrepaidForm } from '../../features/requests/prepaid/prepaid-form.tsx'
import { PrepaidList } from '../../features/requests/prepaid/prepaid-list.tsx'
import { PrepaidSteps } from '../../features/requests/prepaid/prepaid-steps.tsx'
import { usePrepaidList } from '../../features/requests/prepaid/use-prepaid.ts'
import { t } from '../../language/text.ts'
import { newUuid } from '../../store/new-uuid.ts'
import { useStore } from '../../store/use-store.ts'
import { LoadFailed } from '../../ui/alerts/load-failed.tsx'
import { ProblemNote } from '../../ui/alerts/problem-note.tsx'
import { ThumbsUp } from '../../ui/alerts/thumbs-up.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { PageBody } from '../../ui/page.tsx'
import { Waiting } from '../../ui/waiting/spinner.tsx'
import { paidFor } from '../payment/paid-for.ts'
import { usePayment } from '../payment/use-payment.ts'
import css from './prepaid.module.css'

type List = ReturnType<typeof usePrepaidList>

function Creation({ list, created }: { list: List; created: (request: SessionRequest) => void }) {
  const [creation] = useState(() =>
    createPrepaidCreation({
      api,
      pageUrl: () => window.location.origin + window.location.pathname,
      created,
      newKey: newUuid,
      setTimer: (work, delayMs) => setTimeout(work, delayMs),
    }),
  )
  const state = useStore(creation)
  return (
    <PrepaidForm
      {...state}
      feePercent={list.data?.fee_percent ?? 0}
      moneyBackRule={list.data?.money_back_rule ?? ''}
      onSend={creation.send}
    />
  )
}

interface CurrentProps {
  request: SessionRequest
  payment: Payment
  user: OwnUser
  changed: (request: SessionRequest) => void
  done: () => void
}

/** The heading of a step that takes the place of another one: it gets the focus, and the step is shown from its top. */
function StepHeading({ children }: { children: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    heading.current?.focus({ preventScroll: true })
    heading.current?.parentElement?.scrollIntoView({ block: 'start' })
  }, [])
  return (
    <h2 ref={heading} tabIndex={-1} className={css.heading}>
      {children}
    </h2>
  )
}

function Pay({ request, payment, user, done }: CurrentProps) {
  return (
    <>
      <StepHeading>{t('Pay to get your link')}</StepHeading>
      <p className={css.what}>{request.description}</p>
      <PayPanel request={request} payment={payment} cards={user.card_intents} />
      <Button variant="quiet" onClick={done}>
        {t('Pay later')}
      </Button>
    </>
  )
}

function Ready({ request, changed, done }: CurrentProps) {
  const path = `/prepaid/${request.slug}`
  return (
    <>
      <ThumbsUp>{t(messages.paymentSucceeded)}</ThumbsUp>
      <StepHeading>{t('Your link is ready')}</StepHeading>
      <p className={css.what}>
        {t(
          'Pass it on. The first person to accept it has the call with you, and you find the way in on this page.',
        )}
      </p>
      <ButtonLink to={path} variant="quiet" className={css.path}>
        {t('Open the offer')}
      </ButtonLink>
      <ShareLink path={path} title={request.description} />
      <GiveCall request={request} changed={changed} />
      <Button variant="quiet" onClick={done}>
        {t('Create another link')}
      </Button>
    </>
  )
}

function PrepaidBody({ user }: { user: OwnUser }) {
  const list = usePrepaidList()
  const form = useRef<HTMLDivElement>(null)
  /** Undefined until the person opens or leaves a request here: only then a return from the bank opens its own. */
  const [currentId, setCurrentId] = useState<string | null>()
  /** The number of links that were created here: the next one has a new form. */
  const [created, setCreated] = useState(0)
  const show = (request: SessionRequest) => {
    list.put(request)
    setCurrentId(request.id)
    setCreated(count => count + 1)
  }
  const payment = usePayment(request => {
    list.put(request)
    setCurrentId(shown => (shown === undefined ? request.id : shown))
  })
  const paying = useStore(payment)
  if (list.isPending) return <Waiting>{t('One moment')}</Waiting>
  if (!list.data) {
    return <LoadFailed problem={errorText(list.error)} retry={() => void list.refetch()} />
  }
  const found = list.requests.find(request => request.id === currentId)
  const current = found && isOpen(found) && found.influencer === null ? found : null
  const done = () => setCurrentId(null)
  const Current = current?.payment.stripe_intent_confirmed ? Ready : Pay
  const isOfShown = paying.requestId === (currentId ?? null)
  // A person who wants another link has the form, also while a payment is checked.
  const isChecking = current === null && currentId !== null && paying.phase === 'checking' && isOfShown
  const panel = (
    <Card className={css.panel} ref={form}>
      {current === null && hasGoneWrong(paying) && isOfShown && (
        <ProblemNote>{t(messages.paymentWrong)}</ProblemNote>
      )}
      {isChecking && <Waiting>{t('Confirming your payment...')}</Waiting>}
      {current && (
        <Current
          key={current.id}
          request={current}
          payment={payment}
          user={user}
          changed={list.put}
          done={done}
        />
      )}
      {/* What is typed for a new link stays while another one is paid. */}
      <div hidden={isChecking || current !== null}>
        <Creation key={created} list={list} created={show} />
      </div>
    </Card>
  )
  const links =
    list.requests.length === 0 ? (
      <PrepaidSteps />
    ) : (
      <PrepaidList
        requests={list.requests}
        viewer={user}
        changed={list.put}
        onPay={request => {
          setCurrentId(request.id)
          window.scrollTo({ top: 0 })
        }}
      />
    )
  // On a phone one part is below the other: a call that can begin must not be below a form.
  const waiting = list.requests.find(one => isOpen(one) && one.influencer !== null)
  const callWaits = current === null && waiting !== undefined
  // Nor a paid link that nobody has yet.
  const linkWaits = list.requests.some(
    one => isOpen(one) && one.payment.stripe_intent_confirmed && one.user.id === user.id,
  )
  const linksFirst = current === null && (callWaits || linkWaits)
  const createAnother = (
    <Button
      variant="quiet"
      className={css.another}
      onClick={() => {
        // A hidden field takes no focus.
        flushSync(done)
        form.current?.querySelector('input')?.focus()
      }}
    >
      {t('Create another link')}
    </Button>
  )
  return (
    <>
      <LinkRescue before={callWaits ? 'entering' : 'paying'} paid={waiting && paidFor(waiting, user.id)} />
      <div className={css.layout}>
        {linksFirst && (
          <div className={css.list}>
            {createAnother}
            {links}
          </div>
        )}
        {panel}
        {!linksFirst && <div className={css.list}>{links}</div>}
      </div>
    </>
  )
}

/** A person's prepaid requests, and the form for a new one. */
export function PrepaidPage() {
  const { user } = useAuth()
  if (!user) return <Waiting>{t('One moment')}</Waiting>
  return (
    <PageBody width="wide">
      <div className={css.head}>
        <h1>{t('Prepaid links')}</h1>
        <p className={css.lead}>
          {t(
            'Pay for a video call now and pass its link on: whoever accepts it performs and is paid for it. You attend, or give your place to somebody: as a gift, they attend the time you paid for.',
          )}
        </p>
      </div>
      <Queries>
        <PrepaidBody user={user} />
      </Queries>
    </PageBody>
  )
}
