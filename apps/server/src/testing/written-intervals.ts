import { Client, type ClientConfig } from 'pg'
import { runningConnection } from '../db/embedded-postgres.ts'

export interface WrittenInterval {
  seconds: number
  startedAtMs: number
  endedAtMs: number
  endedBy: string
  /** The fence that its writer held. */
  epoch: number
}

interface Row {
  started_at: Date
  ended_at: Date
  ended_by: string
  epoch: number
}

/** The closed stretches of paid time of a request, the first one first, as a running server wrote them down. */
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
