import type {
  Page,
  Problem,
  ProblemAnswer,
  ProblemKind,
  SessionRequest,
  StaffProblem,
} from '@parley/contract'
import type { TestPerson, TestServer } from '../../../testing/test-server.ts'
import type { TestStaff } from '../../staff/testing/staff-member.ts'
import { completeCall } from '../public.ts'

/** Ended calls of which all time was used, and what people and staff say about them. */
export function problemCaller(t: TestServer) {
  async function ended(fan: TestPerson, star: TestPerson): Promise<SessionRequest> {
    const request = await t.bookAndPay(fan, star)
    const { pool } = t.server.database
    const until = t.clock.now()
    const from = new Date(until.getTime() - request.total_duration * 1000)
    await pool.query('insert into call_rooms (id) values ($1) on conflict do nothing', [request.id])
    await pool.query(
      `insert into live_intervals (id, room_id, epoch, started_at, proven_until, ended_at, ended_by)
       values ($1, $2, 1, $3, $4, $4, 'time')`,
      [crypto.randomUUID(), request.id, from, until],
    )
    await completeCall(t.server.domains.requests, request.id)
    return request
  }
  const say = (who: TestPerson, { slug }: SessionRequest, problem: ProblemKind | Problem) =>
    t.call<ProblemAnswer>(
      who,
      `POST /api/parley/${slug}/problem/`,
      typeof problem === 'string' ? { kind: problem } : problem,
    )
  /** The last problem that a reader of the request knows of. */
  const shown = async (who: TestPerson, { slug }: SessionRequest) =>
    (await t.call<SessionRequest>(who, `GET /api/parley/${slug}/session/`)).body.problem
  /** The desk settles the open problem of a request. */
  async function settle(by: TestStaff, { id }: SessionRequest, back: string): Promise<number> {
    await by.stepUp()
    const list = await t.call<Page<StaffProblem>>(by.person, 'GET /api/staff/problems/?page_size=100')
    const open = list.body.results.find(({ request_id }) => request_id === id)
    const act = { back, reason: 'The record of the call shows it', version: open?.version }
    return (await t.call(by.person, `POST /api/staff/problems/${open?.id ?? ''}/decide/`, act)).status
  }
  return { ended, say, shown, settle }
}
