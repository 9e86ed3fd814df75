import type { SessionRequest } from '@parley/contract'
import type { ReactNode } from 'react'
import { errorText } from '../../../api/errors.ts'
import { t } from '../../../language/text.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { PageSection } from '../../../ui/page-section.tsx'
import { Waiting } from '../../../ui/waiting/spinner.tsx'
import { moneyText } from '../receipt/money-text.ts'
import { CallCalendar } from './call-calendar.tsx'
import { CancelRequest } from './cancel-request.tsx'
import css from './own-requests.module.css'
import { placeOf } from './place-of.ts'
import { RequestItem, type ShieldFor } from './request-item.tsx'
import list from './request-list.module.css'
import { splitOwnRequests } from './to-do.ts'
import { useOwnRequests } from './use-own-requests.ts'

/** Further actions of a person for their booking, and the callback that updates the list. */
type MoreFor = (request: SessionRequest, changed: () => void) => ReactNode

interface ToDoActionsProps {
  request: SessionRequest
  username: string
  moreFor: MoreFor | undefined
  changed: () => void
}

/** The path of the call, which differs for the two sides. */
function callOf(request: SessionRequest, username: string) {
  const isTheirs = request.influencer?.user.username === username
  return {
    path: `/${isTheirs ? 'paidchat' : 'chat'}/${request.slug}`,
    other: (isTheirs ? request.user.username : request.influencer?.user.username) ?? '',
  }
}

function ToDoActions({ request, username, moreFor, changed }: ToDoActionsProps) {
  const place = placeOf(request, { username, answersHere: moreFor !== undefined })
  const isPaid = request.payment.stripe_intent_confirmed
  return (
    <div className={css.actions}>
      {request.user.username === username && moreFor?.(request, changed)}
      {isPaid && !request.live_event && <CallCalendar request={request} {...callOf(request, username)} />}
      <ButtonLink to={place.to}>{place.words}</ButtonLink>
      {request.user.username === username && <CancelRequest request={request} cancelled={changed} />}
    </div>
  )
}

/** Where the money of an ended request is, for the payer. */
function MoneyLine({ request, username }: { request: SessionRequest; username: string }) {
  const words = request.user.username === username ? moneyText(request, Date.now()) : null
  return words && <p className={css.money}>{words}</p>
}

/** Calls and events of a person, with all influencers: those to come and past ones. */
export function OwnRequests({
  username,
  shieldFor,
  moreFor,
}: {
  username: string
  shieldFor?: ShieldFor
  moreFor?: MoreFor
}) {
  const query = useOwnRequests()
  if (query.isPending) return <Waiting>{t('Looking for your calls')}</Waiting>
  if (query.isError) {
    return (
      <EmptyState action={<Button onClick={() => void query.refetch()}>{t('Try again')}</Button>}>
        {errorText(query.error)}
      </EmptyState>
    )
  }
  const { toDo, past } = splitOwnRequests(query.data.results)
  return (
    <div className={css.lists}>
      <RequestSection
        title={t('To Do')}
        empty={
          past.length > 0 ? (
            t('Nothing is coming up.')
          ) : (
            <EmptyState
              action={
                <ButtonLink look="primary" to="/explore">
                  {t('Explore')}
                </ButtonLink>
              }
            >
              {t('No calls yet. Find somebody to talk to, and they will be here.')}
            </EmptyState>
          )
        }
        requests={toDo}
        username={username}
        shieldFor={shieldFor}
      >
        {request => <ToDoActions {...{ request, username, moreFor }} changed={query.changed} />}
      </RequestSection>
      {past.length > 0 && (
        <RequestSection title={t('Past')} empty={null} requests={past} {...{ username, shieldFor }}>
          {request => <MoneyLine request={request} username={username} />}
        </RequestSection>
      )}
    </div>
  )
}

interface RequestSectionProps {
  title: string
  empty: ReactNode
  requests: readonly SessionRequest[]
  username: string
  shieldFor: ShieldFor | undefined
  children?: (request: SessionRequest) => ReactNode
}

function RequestSection({ title, empty, requests, username, shieldFor, children }: RequestSectionProps) {
  return (
    <PageSection title={title}>
      {requests.length === 0 ? (
        <div className={css.none}>{empty}</div>
      ) : (
        <ul className={list.list}>
          {requests.map(request => (
            <RequestItem
              key={request.id}
              request={request}
              viewer={{ username }}
              actions={children?.(request)}
              shieldFor={shieldFor}
            />
          ))}
        </ul>
      )}
    </PageSection>
  )
}
