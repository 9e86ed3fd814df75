import { errorText } from '../../../api/errors.ts'
import { t } from '../../../language/text.ts'
import { serverNowMs } from '../../../store/server-clock.ts'
import { LoadFailed } from '../../../ui/alerts/load-failed.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Skeleton } from '../../../ui/waiting/skeleton.tsx'
import { CopyLink } from '../link/copy-link.tsx'
import { mayReport } from '../problems/may-report.ts'
import { ReportProblem } from '../problems/report-problem.tsx'
import { MoreRequests } from './more-requests.tsx'
import type { ShieldFor } from './request-item.tsx'
import { RequestList } from './request-list.tsx'
import { type MoreFor, useOwnerAnswers } from './use-owner-answers.tsx'
import { useRequests } from './use-requests.ts'

interface OwnerRequestsProps {
  username: string
  moreFor?: MoreFor
  shieldFor?: ShieldFor
}

/** The requests to an influencer, who accepts and rejects them here. */
export function OwnerRequests({ username, moreFor, shieldFor }: OwnerRequestsProps) {
  const list = useRequests(username, 'paid')
  const answers = useOwnerAnswers(list, moreFor)
  if (list.isPending) return <Skeleton height="180px" />
  if (list.isLoadingError) {
    return <LoadFailed problem={errorText(list.error)} retry={() => void list.refetch()} />
  }
  if (list.requests.length === 0) {
    return (
      <EmptyState title={<h1>{t('No requests yet')}</h1>} action={<CopyLink path={`/profile/${username}`} />}>
        {t("Share your profile's link, and they will be here.")}
      </EmptyState>
    )
  }
  const viewer = { username }
  const reported = () => void list.refetch()
  return (
    <>
      <h1 className="visually-hidden">{t('Your sessions')}</h1>
      <RequestList
        requests={list.requests}
        viewer={viewer}
        shieldFor={shieldFor}
        actionsFor={request =>
          request.problem || mayReport(request, serverNowMs()) ? (
            <ReportProblem variant="quiet" {...{ request, viewer }} onReported={reported} />
          ) : (
            answers.actionsFor(request)
          )
        }
      />
      <MoreRequests more={list.more} words={t('Show older ones')} />
      {answers.sheet}
    </>
  )
}
