import { personId, STAR } from '../../apps/server/src/testing/growth/shape.ts'
import type { JobName } from './measured-server.ts'
import { booked, paid, served } from './sales.ts'
import type { Subject } from './target.ts'

/** Work that no person waits for. */
export interface Job {
  name: string
  does: JobName
  /** Makes what is due; answers how many rows that is. Without it nothing is due. */
  prepare?(subject: Subject): Promise<number>
  after?(subject: Subject): Promise<unknown>
}

const DUE = 20

async function madeDue(subject: Subject): Promise<string[]> {
  const ids = await served(subject, DUE)
  // The rules compute the release from the end of the call.
  await subject.sql(
    `update session_requests set due_at = now() - interval '1 second', begun_at = begun_at - interval '49 hours',
       ended_at = ended_at - interval '49 hours' where id = any($1)`,
    [ids],
  )
  return ids
}

export const JOBS: readonly Job[] = [
  { name: 'work in the outbox, none due', does: 'outbox' },
  {
    name: 'work in the outbox, of each call that was accepted',
    does: 'outbox',
    async prepare(subject) {
      for (const { request } of await booked(subject, DUE))
        await subject.call({ what: `POST /api/influencer/requests/${request.id}/accept/`, as: STAR })
      return DUE
    },
  },
  { name: 'rules of time, none due', does: 'rulesOfTime' },
  {
    name: 'rules of time, of each call to release',
    does: 'rulesOfTime',
    prepare: async subject => (await madeDue(subject)).length,
    after: subject => subject.job('doDueWork'),
  },
  {
    name: 'rules of time, of each payout that is due',
    does: 'rulesOfTime',
    async prepare(subject) {
      const ids = await madeDue(subject)
      await subject.job('doDueWork')
      await subject.sql(
        `update payouts set payable_at = now() - interval '1 second', look_at = now() - interval '1 second'
         where request_id = any($1) and status = 'waiting'`,
        [ids],
      )
      return ids.length
    },
    after: subject => subject.job('doDueWork'),
  },
  {
    name: 'webhooks of each payment, with their work',
    does: 'doDueWork',
    async prepare(subject) {
      // What the jobs before left to do is not the work of these payments.
      await subject.job('doDueWork')
      return (await paid(subject, DUE)).length
    },
  },
  { name: 'housekeeping, nothing to remove', does: 'cleanUp' },
  {
    name: 'housekeeping, of each row to remove',
    does: 'cleanUp',
    async prepare(subject) {
      const rows = 100
      await subject.sql(
        `insert into outbox (id, topic, payload, created_at, run_at, done_at)
         select gen_random_uuid(), 'requests.changed', '{}', at, at, at
         from (select now() - interval '9 days' as at from generate_series(1, ${rows})) o`,
      )
      await subject.sql(
        `insert into refresh_tokens (id, login_id, created_at, expires_at)
         select gen_random_uuid(), l.id, now() - interval '200 days', now() - interval '100 days'
         from (select id from logins where user_id = $1 limit 1) l, generate_series(1, ${rows})`,
        [personId(STAR)],
      )
      return 2 * rows
    },
  },
  {
    name: 'heartbeat, of each live call',
    does: 'heartbeat',
    async prepare(subject) {
      const rooms = await subject.sql(
        `insert into call_rooms (id, epoch, holder, held_until)
         select id, 1, 'bench', now() + interval '1 hour' from session_requests
         where influencer_id = $1 and state = 'offered' and payment_status = 'paid' order by created_at limit ${DUE}
         on conflict (id) do update set epoch = 1, holder = 'bench', held_until = excluded.held_until returning id`,
        [personId(STAR)],
      )
      await subject.sql(
        `insert into live_intervals (id, room_id, epoch, started_at, proven_until)
         select gen_random_uuid(), id, 1, now(), now() from call_rooms where holder = 'bench'`,
      )
      return rooms.length
    },
    async after(subject) {
      await subject.sql(
        `delete from live_intervals where room_id in (select id from call_rooms where holder = 'bench')`,
      )
      await subject.sql(`delete from call_rooms where holder = 'bench'`)
    },
  },
  { name: 'calls that were cut, none', does: 'recover' },
  { name: 'signing keys read again', does: 'signingKeys' },
]
