import { Client } from 'pg'
import { runningConnection } from '../db/embedded-postgres.ts'

export interface WrittenInterval {
  seconds: number
  endedAtMs: number
  endedBy: string
}

/** The closed stretches of paid time of a request, the first one first, as a running server wrote them down. */
export async function writtenIntervals(dataDir: string, requestId: string): Promise<WrittenInterval[]> {
  const client = new Client(await runningConnection(dataDir))
  await client.connect()
  const { rows } = await client.query<{ started_at: Date; ended_at: Date; ended_by: string }>(
    `select started_at, ended_at, ended_by from live_intervals
     where room_id = $1 and ended_at is not null order by started_at`,
    [requestId],
  )
  await client.end()
  return rows.map(({ started_at: from, ended_at: to, ended_by: endedBy }) => ({
    seconds: (to.getTime() - from.getTime()) / 1000,
    endedAtMs: to.getTime(),
    endedBy,
  }))
}
