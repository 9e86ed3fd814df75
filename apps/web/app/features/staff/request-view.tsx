import type { StaffRequest } from '@parley/contract'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { priceText } from '../../language/prices.ts'
import { t } from '../../language/text.ts'
import { Card } from '../../ui/card.tsx'
import { actionWords, paymentWords, stateWords } from './code-words.ts'
import { ReportLines } from './history/report-lines.tsx'
import { WaitingMoney } from './money/waiting-money.tsx'
import { placesNow } from './money-places.ts'
import css from './staff.module.css'
import { momentText } from './staff-words.ts'
import { Statement } from './statement.tsx'
import { WhyCard } from './why-card.tsx'

function PersonLink({ person }: { person: StaffRequest['influencer'] }) {
  if (!person) return t('Nobody yet')
  return <Link to={`/staff/people/${person.id}`}>@{person.username}</Link>
}

function Agreed({ request }: { request: StaffRequest }) {
  return (
    <Card>
      <h2>{t('What was agreed')}</h2>
      <dl className={css.facts}>
        <dt>{t('What')}</dt>
        <dd>{request.description}</dd>
        {request.event && (
          <>
            <dt>{t('Event')}</dt>
            <dd>{request.event.title}</dd>
          </>
        )}
        <dt>{t('Price')}</dt>
        <dd>{priceText(request.amount)}</dd>
        {request.attendance?.agreed && (
          <>
            <dt>{t('When')}</dt>
            <dd>{momentText(request.attendance.agreed.start)}</dd>
          </>
        )}
        <dt>{t('Buyer')}</dt>
        <dd>
          <PersonLink person={request.buyer} />
        </dd>
        {request.attendee && (
          <>
            <dt>{t('Attends')}</dt>
            <dd>
              <PersonLink person={request.attendee} />
            </dd>
          </>
        )}
        <dt>{t('Influencer')}</dt>
        <dd>
          <PersonLink person={request.influencer} />
        </dd>
        <dt>{t('State')}</dt>
        <dd>{stateWords(request.state)}</dd>
        <dt>{t('Payment')}</dt>
        <dd>{paymentWords(request.payment)}</dd>
      </dl>
      {request.note !== '' && <p className={css.quote}>{request.note}</p>}
    </Card>
  )
}

function MoneyNow({ request }: { request: StaffRequest }) {
  const places = placesNow(request)
  return (
    <Card className={css.answer}>
      <h2>{t('Where the {amount} is now', { amount: priceText(request.amount) })}</h2>
      {places.length === 0 ? (
        <p className={css.lead}>{t('Nothing has been paid.')}</p>
      ) : (
        <dl className={css.places}>
          {places.map(({ place, amount }) => (
            <div key={place}>
              <dt>{place}</dt>
              <dd>{priceText(amount)}</dd>
            </div>
          ))}
        </dl>
      )}
    </Card>
  )
}

function History({ history }: Pick<StaffRequest, 'history'>) {
  return (
    <Card>
      <h2>{t('History')}</h2>
      <ol className={css.history}>
        {history.map(change => (
          <li key={`${change.at} ${change.action} ${change.state}`}>
            <strong>{actionWords(change.action)}</strong>
            {change.by && ` @${change.by}`}
            <p className={css.muted}>
              {t('{at}: {state}, {payment}', {
                at: momentText(change.at),
                state: stateWords(change.state),
                payment: paymentWords(change.payment),
              })}
            </p>
          </li>
        ))}
      </ol>
    </Card>
  )
}

function Statements({ statements }: Pick<StaffRequest, 'statements'>) {
  return (
    <Card className={css.form}>
      <h2>{t('What the influencer told the bank')}</h2>
      {statements.map(statement => (
        <Statement key={statement.at} statement={statement} sentAt={null} />
      ))}
    </Card>
  )
}

interface RequestViewProps {
  request: StaffRequest
  /** When each person was in the call, as two bars. */
  attendance: ReactNode
  /** Where each penny is. */
  rail: ReactNode
  /** The reported problem, where there is one. */
  problem: ReactNode
  /** Whether the reader may open the reports about it. */
  mayOpenReports: boolean
}

/** One request on one page: why a call failed, and where its money is. */
export function RequestView({ request, attendance, rail, problem, mayOpenReports }: RequestViewProps) {
  return (
    <div className={css.grid}>
      <div className={css.column}>
        <WhyCard request={request} attendance={attendance} />
        {request.reports.length > 0 && (
          <ReportLines
            title={t('Reports about this call')}
            reports={request.reports}
            mayOpen={mayOpenReports}
          />
        )}
        {problem}
        {request.statements.length > 0 && <Statements statements={request.statements} />}
        <Agreed request={request} />
      </div>
      <div className={css.column}>
        <WaitingMoney waits={request.waits} />
        <MoneyNow request={request} />
        <section aria-label={t('Where the money is')}>{rail}</section>
        <History history={request.history} />
      </div>
    </div>
  )
}
