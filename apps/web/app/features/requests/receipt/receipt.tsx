import type { SessionRequest } from '@parley/contract'
import { countdownText } from '@parley/contract/duration'
import { isSomething } from '@parley/contract/money'
import { PRODUCT_TITLE } from '@parley/contract/product'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { numberText, zonedText } from '../../../language/formats.ts'
import { priceText } from '../../../language/prices.ts'
import { t } from '../../../language/text.ts'
import { serverNowMs } from '../../../store/server-clock.ts'
import { Card } from '../../../ui/card.tsx'
import { classes } from '../../../ui/classes.ts'
import { Ring } from '../../../ui/ring.tsx'
import { StateLine } from '../list/state-line.tsx'
import { stateText } from '../list/state-text.ts'
import { moneyText } from './money-text.ts'
import css from './receipt.module.css'
import { hasReturned, receiptSums, whatText } from './receipt-facts.ts'
import { settledText } from './settled-text.ts'

export interface ReceiptProps {
  request: SessionRequest
  viewer: { username: string }
  /** Choices for a refund that a bank returned; for the buyer. */
  ways?: ReactNode
  /** Who was there, of a call of two people. */
  attendance?: ReactNode
  /** The actions; not printed. */
  actions: ReactNode
}

function Moment({ iso }: { iso: string }) {
  const words = zonedText(new Date(iso), { dateStyle: 'medium', timeStyle: 'short' })
  return <time dateTime={iso}>{words}</time>
}

function Line({ name, strong, children }: { name: string; strong?: 'strong'; children: ReactNode }) {
  return (
    <div className={classes(css.line, strong && css.strong)}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

const less = (amount: string) => (isSomething(amount) ? `−${priceText(amount)}` : priceText(amount))

/** The sums for the buyer and for the influencer. */
function Sums({ request, isBuyer }: { request: SessionRequest; isBuyer: boolean }) {
  const sums = receiptSums(request)
  // Of a refund that waits for its buyer the buyer has nothing yet: they have paid more than the total.
  const hasWaiting = isBuyer && sums.returned !== '0.00'
  // "You paid £0.00" would deny the payment that went back.
  const paidText = hasWaiting || sums.net === '0.00' ? t('Price after refunds') : t('You paid')
  return (
    <dl className={css.lines}>
      <Line name={t('Price')}>{priceText(sums.paid)}</Line>
      {sums.refunded !== '0.00' && <Line name={t('Paid back')}>{less(sums.refunded)}</Line>}
      {hasWaiting && <Line name={t('Sent back by your bank')}>{less(sums.returned)}</Line>}
      {sums.chargedBack !== '0.00' && (
        <Line name={t('Taken back by the bank')}>{less(sums.chargedBack)}</Line>
      )}
      {!isBuyer && (
        <Line name={t('Platform fee ({fee}%)', { fee: numberText(request.fee_percent) })}>
          {less(sums.fee)}
        </Line>
      )}
      <Line name={isBuyer ? paidText : t('Your share')} strong="strong">
        {priceText(isBuyer ? sums.net : sums.share)}
      </Line>
    </dl>
  )
}

/** The receipt of one request: what was paid, used and refunded, and when; for screen and paper. */
export function Receipt({ request, viewer, ways, attendance, actions }: ReceiptProps) {
  const isBuyer = request.user.username === viewer.username
  const state = stateText(request, viewer)
  const why = settledText(request, viewer)
  const money = isBuyer ? moneyText(request, serverNowMs()) : null
  // That sentence begins with the words for the end, unless the money waits for its buyer.
  const isSaid = money !== null && !hasReturned(request.payment)
  const { used_duration: used, total_duration: total } = request
  return (
    <Card className={css.receipt}>
      <p className={css.issuer}>{PRODUCT_TITLE}</p>
      <div className={css.head}>
        <Ring className={css.ring} fraction={1} weight={9} />
        <div>
          <h1 className={css.title}>{t('Receipt')}</h1>
          <p>{whatText(request, viewer.username)}</p>
          <StateLine state={isSaid ? { ...state, text: money } : state} />
          {money !== null && !isSaid && <p className={css.money}>{money}</p>}
        </div>
      </div>
      {ways}
      <Sums request={request} isBuyer={isBuyer} />
      <dl className={css.lines}>
        <Line name={t('Time used')}>
          {t('{used} of {total}', { used: countdownText(used), total: countdownText(total) })}
        </Line>
        {why !== null && <Line name={t('Why')}>{why}</Line>}
        <Line name={t('Booked on')}>
          <Moment iso={request.created_at} />
        </Line>
        {request.paid_at !== null && (
          <Line name={t('Paid on')}>
            <Moment iso={request.paid_at} />
          </Line>
        )}
        {request.ended_at !== null && (
          <Line name={t('Ended on')}>
            <Moment iso={request.ended_at} />
          </Line>
        )}
        <Line name={t('Buyer')}>@{request.user.username}</Line>
        {request.influencer && <Line name={t('Influencer')}>@{request.influencer.user.username}</Line>}
        <Line name={t('Number')}>
          <span className={css.number}>{request.id}</span>
        </Line>
      </dl>
      {attendance}
      {request.reject_reason !== null && (
        <p className={css.reason}>
          {request.influencer && `@${request.influencer.user.username}: `}
          <q>{request.reject_reason}</q>
        </p>
      )}
      <Link to={`/money/${request.slug}`} className={css.whole}>
        {t('Where every penny is')}
      </Link>
      <div className={css.actions}>{actions}</div>
    </Card>
  )
}
