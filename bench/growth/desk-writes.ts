import type { Page, StaffProblem } from '@parley/contract'
import { personId, type Shape, staffOf } from '../../apps/server/src/testing/growth/shape.ts'
import { nextFan } from './fans.ts'
import { served } from './sales.ts'
import { type Call, get, type Subject, type Target } from './target.ts'

const REASON = 'There is nothing to see here'

interface Case {
  id: string
  version: number
}

/** A call about each of the first cases of a list. */
const decide =
  (list: `/${string}`, make: (found: Case, shape: Shape) => Omit<Call, 'as'>) =>
  async (subject: Subject, count: number): Promise<Call[]> => {
    const as = staffOf(subject.shape)
    const { results } = await subject.call<Page<Case>>(get(`${list}page_size=${count}`, as))
    return results.map(found => ({ ...make(found, subject.shape), as }))
  }

const route = (name: string, calls: Target['calls']): Target => ({
  name: `desk: ${name}`,
  kind: 'route',
  calls,
})

/** What staff change, each after a second factor a moment ago. */
export const DESK_WRITES: readonly Target[] = [
  route(
    'decide a report',
    decide('/api/staff/reports/?state=open&', ({ id, version }) => ({
      ...{ what: `POST /api/staff/reports/${id}/decide/`, status: 204 },
      body: { decision: 'dismissed', reason: REASON, version },
    })),
  ),
  route(
    'decide an appeal',
    decide('/api/staff/appeals/?state=open&', ({ id, version }) => ({
      ...{ what: `POST /api/staff/appeals/${id}/decide/`, status: 204 },
      body: { decision: 'upheld', reason: REASON, version },
    })),
  ),
  route(
    'refuse an act of another',
    decide('/api/staff/pending/?', ({ id, version }) => ({
      ...{ what: `POST /api/staff/pending/${id}/refuse/`, status: 204 },
      body: { reason: REASON, version },
    })),
  ),
  route('decide a problem', async (subject, count) => {
    const as = staffOf(subject.shape)
    const ids = await served(subject, count)
    const calls: Call[] = []
    for (const id of ids) {
      const [call] = await subject.sql<{ slug: string; username: string }>(
        'select slug, username from session_requests r join users u on u.id = r.buyer_id where r.id = $1',
        [id],
      )
      const fan = Number(call?.username.replace('user', ''))
      const body = { kind: 'quality', text: 'There was no sound' }
      const { id: problem } = await subject.call<{ id: string }>({
        ...{ what: `POST /api/parley/${call?.slug}/problem/`, as: fan, body, status: 201 },
      })
      const [row] = await subject.sql<Pick<StaffProblem, 'version'>>(
        'select version from problems where id = $1',
        [problem],
      )
      calls.push({
        ...{ what: `POST /api/staff/problems/${problem}/decide/`, as },
        body: { back: '0', reason: REASON, version: row?.version ?? 0 },
      })
    }
    return calls
  }),
  route('suspend a fan', async (subject, count) =>
    Array.from({ length: count }, () => ({
      ...{ what: `POST /api/staff/people/${personId(nextFan(subject.shape))}/suspend/`, status: 204 },
      ...{ as: staffOf(subject.shape), body: { reason: REASON, version: 0 } },
    })),
  ),
]
