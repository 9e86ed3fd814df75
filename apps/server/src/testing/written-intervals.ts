import { Client, type ClientConfig } from 'pg'
import { runningConnection } from '../db/embedded-postgres.ts'
import type { TestServer } from './test-server.ts'

export interface WrittenInterval {
  seconds: number
  startedAtMs: number
  endedAtMs: number
  endedBy: string
  /** The fencing epoch of its writer. */
  epoch: number
}

interface Row {
  started_at: Date
  ended_at: Date
  ended_by: string
  epoch: number
}

/** The closed intervals of paid time of a request, the first one first, as a running server wrote them. */
export async function writtenIntervals(dataDir: string, requestId: string): Promise<WrittenInterval[]> {
  return writtenIntervalsIn(await runningConnection(dataDir), requestId)
}

/** As `writtenIntervals`, in the operator's own database. */
export async function writtenIntervalsIn(
  connection: ClientConfig,
  requestId: string,
): Promise<WrittenInterval[]> {
  const client = new Client(connection)
  await client.connect()
  const { rows } = await client.query<Row>(
    `select started_at, ended_at, ended_by, epoch from live_intervals
     where room_id = $1 and ended_at is not null order by started_at`,
    [requestId],
  )
  await client.end()
  return rows.map(({ started_at: from, ended_at: to, ended_by: endedBy, epoch }) => ({
    seconds: (to.getTime() - from.getTime()) / 1000,
    startedAtMs: from.getTime(),
    endedAtMs: to.getTime(),
    endedBy,
    epoch,
  }))
}

/** Paid time that another process counts. */
export interface CountedElsewhere {
  /** That process ends it after so many seconds. */
  end(seconds: number): Promise<void>
}

/** Paid time that another process has counted and proven for `provenSeconds` up to now, and continues to count. */
export async function countedElsewhere(
  t: TestServer,
  roomId: string,
  { fromMs, provenSeconds }: { fromMs: number; provenSeconds: number },
): Promise<CountedElsewhere> {
  const sql = (text: string, ...values: unknown[]) => t.server.database.pool.query(text, values)
  const after = (seconds: number) => new Date(fromMs + seconds * 1000)
  await sql(
    `insert into call_rooms (id, epoch, holder, held_until)
     values ($1, 1, 'another process', clock_timestamp() + interval '1 hour')`,
    roomId,
  )
  await sql(
    `insert into live_intervals (id, room_id, epoch, started_at, proven_until) values (gen_random_uuid(), $1, 1, $2, $3)`,
    ...[roomId, after(0), after(provenSeconds)],
  )
  return {
    async end(seconds) {
      await sql(
        `update live_intervals set ended_at = $2, ended_by = 'platform' where room_id = $1`,
        ...[roomId, after(seconds)],
      )
      await sql('update call_rooms set holder = null, held_until = null where id = $1', roomId)
    },
  }
}
