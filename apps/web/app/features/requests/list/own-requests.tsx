import type { Page, SessionRequest } from '@parley/contract'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { api } from '../../../api/browser.ts'
import { errorText } from '../../../api/errors.ts'
import { nextPageOf } from '../../../api/lists/next-page.ts'
import { RichText } from '../../../language/rich-text.tsx'
import { t } from '../../../language/text.ts'
import { serverNowMs } from '../../../store/server-clock.ts'
import { LoadFailed } from '../../../ui/alerts/load-failed.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { PageSection } from '../../../ui/page-section.tsx'
import { Waiting } from '../../../ui/waiting/spinner.tsx'
import { ReportProblem } from '../problems/report-problem.tsx'
import { moneyText, pastText } from '../receipt/money-text.ts'
import { hasReturned } from '../receipt/receipt-facts.ts'
import { CallCalendar } from './call-calendar.tsx'
import { CancelRequest } from './cancel-request.tsx'
import { type More, MoreRequests } from './more-requests.tsx'
import css from './own-requests.module.css'
import { placeOf } from './place-of.ts'
import { RequestItem, type ShieldFor } from './request-item.tsx'
import list from './request-list.module.css'
import type { StateText } from './state-text.ts'
import { OWN_REQUESTS } from './use-open-requests.ts'

const PAGE_SIZE = 30

/** What a person has booked: the open requests, the next one first, or the past ones, the newest first. */
function useBooked(are: 'open' | 'past') {
  const query = useInfiniteQuery({
    queryKey: [...OWN_REQUESTS, are],
    queryFn: ({ pageParam, signal }) => api.get<Page<SessionRequest>>(pageParam, { signal }),
    initialPageParam: `/api/user/me/requests/?booked=${are}&page_size=${PAGE_SIZE}`,
    getNextPageParam: last => last.next,
  })
  const requests = query.data?.pages.flatMap(page => page.results) ?? []
  return { ...query, requests, more: { onMore: nextPageOf(query), busy: query.isFetchingNextPage } }
}

/** Further actions of a person for their booking, and the callback that updates the list. */
type MoreFor = (request: SessionRequest, changed: () => void) => ReactNode

interface ToDoActionsProps {
  request: SessionRequest
  username: string
  moreFor: MoreFor | undefined
}

/** The path of the call, which differs for the two sides. */
function callOf(request: SessionRequest, username: string) {
  const isTheirs = request.influencer?.user.username === username
  return {
    path: `/${isTheirs ? 'paidchat' : 'chat'}/${request.slug}`,
    other: (isTheirs ? request.user.username : request.influencer?.user.username) ?? '',
  }
}

function ToDoActions({ request, username, moreFor }: ToDoActionsProps) {
  const client = useQueryClient()
  const changed = () => void client.invalidateQueries({ queryKey: OWN_REQUESTS })
  const place = placeOf(request, { username, answersHere: moreFor !== undefined })
  const isPaid = request.payment.stripe_intent_confirmed
  const isBuyer = request.user.username === username
  return (
    <div className={css.actions}>
      {isBuyer && moreFor?.(request, changed)}
      {isPaid && !request.live_event && <CallCalendar request={request} {...callOf(request, username)} />}
      <ButtonLink to={place.to} variant={isBuyer && !isPaid ? 'primary' : 'secondary'}>
        {place.words}
      </ButtonLink>
      {isBuyer && (
        <div className={css.cancel}>
          <CancelRequest request={request} cancelled={changed} atEdge />
        </div>
      )}
    </div>
  )
}

/** What its payer does about a refund that came back, and the report of a problem with it, for its parties. */
function PastEnd({ request, username }: { request: SessionRequest; username: string }) {
  const client = useQueryClient()
  const isReturned = request.user.username === username && hasReturned(request.payment)
  return (
    <div className={css.past}>
      {isReturned && <p className={css.none}>{moneyText(request, serverNowMs())}</p>}
      <ReportProblem
        variant="quiet"
        request={request}
        viewer={{ username }}
        onReported={() => void client.invalidateQueries({ queryKey: OWN_REQUESTS })}
      />
    </div>
  )
}

/** What a person has booked, with all influencers: calls and events to come, and past ones. */
export function OwnRequests({
  username,
  shieldFor,
  moreFor,
  isInfluencer,
}: {
  username: string
  isInfluencer: boolean
  shieldFor?: ShieldFor
  moreFor?: MoreFor
}) {
  const open = useBooked('open')
  const past = useBooked('past')
  if (open.isPending || past.isPending) return <Waiting>{t('Looking for your calls')}</Waiting>
  const failed = open.isLoadingError ? open : past.isLoadingError ? past : null
  if (failed) {
    return <LoadFailed problem={errorText(failed.error)} retry={() => void failed.refetch()} />
  }
  return (
    <div className={css.lists}>
      {isInfluencer && (
        <p>
          <RichText
            text="What others have booked with you is in your {calendar} and your {sessions}."
            parts={{
              calendar: <Link to="/calendar">{t('calendar')}</Link>,
              sessions: <Link to={`/profile/${username}#sessions`}>{t('sessions')}</Link>,
            }}
          />
        </p>
      )}
      <RequestSection
        title={t('To Do')}
        empty={
          past.requests.length > 0 ? (
            t('Nothing is coming up.')
          ) : (
            <EmptyState
              action={
                <ButtonLink variant="primary" to="/explore">
                  {t('Explore')}
                </ButtonLink>
              }
            >
              {t('No calls yet. Find somebody to talk to, and they will be here.')}
            </EmptyState>
          )
        }
        requests={open.requests}
        more={{ ...open.more, words: t('Show more') }}
        username={username}
        shieldFor={shieldFor}
      >
        {request => <ToDoActions {...{ request, username, moreFor }} />}
      </RequestSection>
      {past.requests.length > 0 && (
        <RequestSection
          title={t('Past')}
          empty={null}
          requests={past.requests}
          stateOf={request => pastText(request, { username }, serverNowMs())}
          more={{ ...past.more, words: t('Show older ones') }}
          {...{ username, shieldFor }}
        >
          {request => <PastEnd request={request} username={username} />}
        </RequestSection>
      )}
    </div>
  )
}

interface RequestSectionProps {
  title: string
  empty: ReactNode
  requests: readonly SessionRequest[]
  more: More & { words: string }
  username: string
  shieldFor: ShieldFor | undefined
  /** More than the state of a request in a few words. */
  stateOf?: (request: SessionRequest) => StateText
  children?: (request: SessionRequest) => ReactNode
}

function RequestSection(props: RequestSectionProps) {
  const { title, empty, requests, more, username, shieldFor, stateOf, children } = props
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
              {...(stateOf && { state: stateOf(request) })}
            />
          ))}
        </ul>
      )}
      <MoreRequests more={more} words={more.words} />
    </PageSection>
  )
}
