import type { CallAttendance, OwnUser, SessionRequest } from '@parley/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Printer } from 'lucide-react'
import { api } from '../../api/browser.ts'
import { Queries } from '../../api/queries.tsx'
import { useAuth } from '../../api/use-auth.ts'
import { Attendance, AttendancePlace } from '../../features/call/screens/call-attendance.tsx'
import { GiveBack } from '../../features/requests/money-back/give-back.tsx'
import { ReportProblem } from '../../features/requests/problems/report-problem.tsx'
import { NoSale } from '../../features/requests/receipt/no-sale.tsx'
import { Receipt } from '../../features/requests/receipt/receipt.tsx'
import {
  againPlace,
  hasAttendance,
  hasReturned,
  isTurn,
  showsAttendance,
} from '../../features/requests/receipt/receipt-facts.ts'
import { RefundWays } from '../../features/requests/receipt/refund-ways.tsx'
import { t } from '../../language/text.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { PageBody } from '../../ui/page.tsx'
import { Waiting } from '../../ui/waiting/spinner.tsx'

interface ActionsProps {
  request: SessionRequest
  user: OwnUser
  put: (request: SessionRequest) => void
  refetch: () => void
}

function Actions({ request, user, put, refetch }: ActionsProps) {
  const again =
    request.user.username === user.username
      ? againPlace(request)
      : { to: '/earnings', words: t('Your earnings') }
  // A refund that came back is chosen another way first: the page has one main button.
  const isFirst = !hasReturned(request.payment)
  return (
    <>
      <Button icon={<Printer size={18} aria-hidden="true" />} onClick={() => window.print()}>
        {t('Print')}
      </Button>
      <ButtonLink to={again.to} variant={isFirst ? 'primary' : 'secondary'}>
        {again.words}
      </ButtonLink>
      <ReportProblem request={request} viewer={user} onReported={refetch} />
      <GiveBack request={request} viewer={user} changed={put} failed={refetch} />
    </>
  )
}

/** Who was there; the receipt itself says the rule and the sum. */
function WhoWasThere({ request, user }: { request: SessionRequest; user: OwnUser }) {
  const { data, isPending } = useQuery({
    queryKey: ['attendance', request.slug],
    queryFn: ({ signal }) =>
      api.get<CallAttendance>(`/api/parley/${encodeURIComponent(request.slug)}/attendance/`, { signal }),
  })
  const isBuyer = request.user.username === user.username
  const otherUsername = (isBuyer ? request.influencer?.user : (request.attendee ?? request.user))?.username
  const tookPlace = request.used_duration > 0
  if (isPending && otherUsername && (tookPlace || !isTurn(request)))
    return <AttendancePlace tookPlace={tookPlace} otherUsername={otherUsername} />
  if (!data || !otherUsername || !hasAttendance(request, data)) return null
  // The buyer of a gift was not there: their side is the person who attended.
  const attended = isBuyer && request.attendee ? { buyerUsername: request.attendee.username } : {}
  return <Attendance attendance={data} parties={{ otherUsername, ...attended }} />
}

function Body({ slug, user }: { slug: string; user: OwnUser }) {
  const client = useQueryClient()
  const query = useQuery({
    queryKey: ['receipt', slug],
    queryFn: ({ signal }) =>
      api.get<SessionRequest>(`/api/parley/${encodeURIComponent(slug)}/session/`, { signal }),
  })
  if (query.isPending) return <Waiting>{t('Looking for this receipt')}</Waiting>
  if (query.isLoadingError) return <NoSale error={query.error} onRetry={() => void query.refetch()} />
  const { profile_opens = false } = query.data
  const put = (request: SessionRequest) =>
    client.setQueryData(['receipt', slug], { ...request, profile_opens })
  const refetch = () => void query.refetch()
  return (
    <Receipt
      request={query.data}
      viewer={user}
      ways={hasReturned(query.data.payment) && <RefundWays request={query.data} changed={put} />}
      attendance={showsAttendance(query.data) && <WhoWasThere request={query.data} user={user} />}
      actions={<Actions request={query.data} {...{ user, put, refetch }} />}
    />
  )
}

/** The receipt of one request, for its two parties. */
export function ReceiptPage({ slug }: { slug: string }) {
  const { user } = useAuth()
  if (!user) return <Waiting>{t('One moment')}</Waiting>
  return (
    <PageBody width="narrow">
      <Queries>
        <Body slug={slug} user={user} />
      </Queries>
    </PageBody>
  )
}
