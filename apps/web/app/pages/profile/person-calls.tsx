import { Queries } from '../../api/queries.tsx'
import { useOpenRequests } from '../../features/requests/list/use-open-requests.ts'
import { PrepaidCalls } from '../../features/requests/prepaid/prepaid-calls.tsx'

interface PersonCallsProps {
  /** Whose page it is. */
  username: string
  viewer: { username: string }
}

function Calls({ username, viewer }: PersonCallsProps) {
  const { data } = useOpenRequests()
  return data ? <PrepaidCalls requests={data.results} performer={username} viewer={viewer} /> : null
}

/**
 * On the page of a person who is no influencer: the reader's way back into a prepaid call that this person performs.
 */
export default function PersonCalls(props: PersonCallsProps) {
  return (
    <Queries>
      <Calls {...props} />
    </Queries>
  )
}
