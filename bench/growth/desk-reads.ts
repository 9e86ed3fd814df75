import type { SessionRequest } from '@parley/contract'
import { personId, reportId, type Shape, STAR, staffOf } from '../../apps/server/src/testing/growth/shape.ts'
import { get, list as listOf, read as readOf, type Target, times } from './target.ts'

const at = (path: `/${string}`) => (shape: Shape) => get(path, staffOf(shape))
const read = (name: string, path: `/${string}`): Target => readOf(`desk: ${name}`, at(path))
const list = (name: string, path: `/${string}`): Target => listOf(`desk: ${name}`, at(path))

/** What staff read; each look is written down. */
export const DESK_READS: readonly Target[] = [
  read('who one is', '/api/staff/me/'),
  list('open reports', '/api/staff/reports/?state=open'),
  list('decided reports', '/api/staff/reports/?state=decided'),
  read('a report of a call', `/api/staff/reports/${reportId(3)}/`),
  list('open problems', '/api/staff/problems/?state=open'),
  list('settled problems', '/api/staff/problems/?state=closed'),
  list('open disputes', '/api/staff/disputes/?state=open'),
  list('closed disputes', '/api/staff/disputes/?state=closed'),
  list('open payouts', '/api/staff/payouts/?state=open'),
  list('closed payouts', '/api/staff/payouts/?state=closed'),
  list('open appeals', '/api/staff/appeals/?state=open'),
  list('closed appeals', '/api/staff/appeals/?state=closed'),
  list('acts that wait for a second person', '/api/staff/pending/'),
  list('calls that were not good', '/api/staff/opinions/'),
  list('the staff audit', '/api/staff/actions/'),
  list('the staff audit about the star', `/api/staff/actions/?q=@user${STAR}`),
  read('search by the beginning of a username', '/api/staff/people/?q=user11'),
  read('search by an email', '/api/staff/people/?q=user50@example.org'),
  read('search by a name', '/api/staff/people/?q=First50%20Last50'),
  read('search by a payment', '/api/staff/people/?q=pi_601'),
  read('the star', `/api/staff/people/${personId(STAR)}/`),
  {
    ...{ name: 'desk: a request', kind: 'route' },
    async calls(subject, count) {
      const { id } = await subject.call<SessionRequest>(get('/api/parley/request-601/session/', STAR))
      return times(count, () => get(`/api/staff/requests/${id}/`, staffOf(subject.shape)))
    },
  },
]
