import type { OwnPayment } from '@parley/contract'
import { isSomething } from '@parley/contract/money'
import { Link } from 'react-router'
import { priceText } from '../../language/prices.ts'
import { msg, t } from '../../language/text.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import css from './payment-list.module.css'
import { dayText } from './rail-words.ts'

const PLACES = [
  ['held', msg('Held by Parley')],
  ['on_its_way_back', msg('On its way back to you')],
  ['back', msg('Given back to you')],
  ['earned', msg('Earned')],
] as const

function nameOf({ event_title, influencer }: OwnPayment): string {
  if (event_title !== null) return event_title
  return influencer === null ? t('Prepaid video call') : t('Video call with @{other}', { other: influencer })
}

function Payment({ payment }: { payment: OwnPayment }) {
  const places = PLACES.filter(([place]) => isSomething(payment.where[place]))
  return (
    <li className={css.payment}>
      <span className={css.name}>{nameOf(payment)}</span>
      <strong className={css.amount}>{priceText(payment.amount)}</strong>
      <span className={css.detail}>
        <time dateTime={payment.at}>{dayText(payment.at)}</time>
        {payment.card && ` · ${t('card ending {last4}', { last4: payment.card.last4 })}`}
      </span>
      <dl className={css.places}>
        {places.map(([place, name]) => (
          <div key={place}>
            <dt>{t(name)}</dt>
            <dd>{priceText(payment.where[place])}</dd>
          </div>
        ))}
      </dl>
      <Link
        to={`/money/${payment.request_slug}`}
        className={css.link}
        aria-label={t('Where every penny is: {what}, {day}', {
          what: nameOf(payment),
          day: dayText(payment.at),
        })}
      >
        {t('Where every penny is')}
      </Link>
    </li>
  )
}

interface PaymentListProps {
  payments: readonly OwnPayment[]
  /** Loads older ones; null when there are none. */
  onMore: (() => void) | null
  busy: boolean
}

/** All payments of a person, and where each pound of them is. */
export function PaymentList({ payments, onMore, busy }: PaymentListProps) {
  if (payments.length === 0)
    return (
      <Card className={css.list}>
        <EmptyState action={<ButtonLink to="/explore">{t('Explore')}</ButtonLink>}>
          {t('You have not paid anything yet.')}
        </EmptyState>
      </Card>
    )
  return (
    <>
      <ul className={css.list}>
        {payments.map(payment => (
          <Payment key={payment.request_slug} payment={payment} />
        ))}
      </ul>
      {onMore && (
        <Button busy={busy} onClick={onMore} className={css.more}>
          {t('Show older ones')}
        </Button>
      )}
    </>
  )
}
