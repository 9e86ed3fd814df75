import type { SessionRequest } from '@parley/contract'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../api/browser.ts'
import { Queries } from '../../api/queries.tsx'
import { useAuth } from '../../api/use-auth.ts'
import { ReportProblem } from '../../features/requests/problems/report-problem.tsx'

export interface TurnProblemProps {
  /** The id of the place whose turn it was. */
  place: string
  isListed?: boolean
}

/** The server settles a turn within seconds of its end: a page reads it so often. */
const POLLS_MAX = 8
const POLL_EVERY_MS = 2_000

const isOpen = (request: SessionRequest | undefined) => request?.ended_at === null

function Problem({ place, isListed }: TurnProblemProps) {
  const { user } = useAuth()
  const query = useQuery({
    queryKey: ['turn', place],
    queryFn: ({ signal }) => api.get<SessionRequest>(`/api/parley/${place}/session/`, { signal }),
    refetchInterval: ({ state: { data, dataUpdateCount } }) =>
      isOpen(data) && dataUpdateCount < POLLS_MAX && POLL_EVERY_MS,
  })
  if (!user || !query.data) return null
  return (
    <ReportProblem
      request={query.data}
      viewer={user}
      variant={isListed ? 'quiet' : 'secondary'}
      isListed={isListed}
      onReported={() => void query.refetch()}
    />
  )
}

/** Reads the request of a place, and what its reader may report of its turn. */
export function TurnProblem(props: TurnProblemProps) {
  return (
    <Queries>
      <Problem {...props} />
    </Queries>
  )
}
