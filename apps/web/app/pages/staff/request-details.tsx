import type { StaffRequest } from '@parley/contract'
import { attendanceBars } from '../../features/call/screens/attendance-bars.ts'
import { Attendance } from '../../features/call/screens/call-attendance.tsx'
import { Rail } from '../../features/money-rail/money-rail.tsx'
import { RequestView } from '../../features/staff/request-view.tsx'
import { t } from '../../language/text.ts'
import { Settling } from './settling.tsx'
import { useHasRole } from './staff-me.ts'

function WhoWasThere({ request }: { request: StaffRequest }) {
  const { attendance } = request
  if (!attendance || !attendanceBars(attendance)) return <p>{t('Nobody was in the call.')}</p>
  const parties = {
    otherUsername: request.influencer?.username ?? '',
    buyerUsername: (request.attendee ?? request.buyer).username,
  }
  return <Attendance attendance={attendance} parties={parties} />
}

/** One request, with the attendance and where its money is. */
export function RequestDetails({ request }: { request: StaffRequest }) {
  const isModerator = useHasRole('moderator')
  return (
    <RequestView
      request={request}
      attendance={request.attendance && <WhoWasThere request={request} />}
      rail={<Rail rail={request.money} />}
      problem={<Settling request={request} />}
      mayOpenReports={isModerator}
    />
  )
}
