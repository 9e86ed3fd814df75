/**
 * The whole server on a filled database, in a separate process, so that its CPU is its own; it runs background work
 * only on request. It talks to the bench over the channel of `fork`.
 */

import { compose } from '../../apps/server/src/composition.ts'
import { readConfig } from '../../apps/server/src/config.ts'
import { withTransaction } from '../../apps/server/src/db/client.ts'
import { beginLogin } from '../../apps/server/src/domains/accounts/login/begin-login.ts'
import { renewLeases, selectAbandonedRooms } from '../../apps/server/src/domains/calls/store.ts'

export type Command =
  | { do: 'login'; userId: string }
  | { do: 'job'; name: JobName }
  | { do: 'usage' }
  | { do: 'stop' }
export type JobName = keyof ReturnType<typeof jobsOf>

const { PORT, DATABASE_URL, DATA_DIR } = process.env
const config = readConfig({
  ...{ PORT, DATABASE_URL, DATA_DIR, HOST: '127.0.0.1', LOG_LEVEL: 'error' },
  PUBLIC_ORIGIN: `http://localhost:${PORT}`,
})
const onLost = (error: Error) => {
  throw error
}
const server = await compose(config, { onLost, background: 'manual', pages: 'served' })
await server.listen()

/** Whose calls the heartbeat of the bench renews. */
const HOLDER = 'bench'

function jobsOf({ domains, doDueWork, database: { db } }: typeof server) {
  return {
    outbox: () => domains.outbox.drain(),
    rulesOfTime: () => domains.applyDue(),
    cleanUp: () => domains.cleanUp(),
    signingKeys: () => domains.accounts.secrets.reload(),
    recover: () => selectAbandonedRooms(db, 'lease-expired'),
    /** As the clock of calls does each second, for all rooms of the bench. */
    async heartbeat() {
      // A process knows its rooms, and reads none for it: here by the index of open intervals, a block for each room.
      const { rows } = await server.database.pool.query<{ roomId: string; epoch: number; startedAt: Date }>(
        'select room_id as "roomId", epoch, started_at as "startedAt" from live_intervals where ended_at is null',
      )
      const provenUntil = new Date()
      return renewLeases(
        db,
        HOLDER,
        rows.map(room => ({ ...room, provenUntil, shownMs: 0 })),
      )
    },
    /** All due work of the jobs above, and webhooks. */
    doDueWork,
  }
}
const jobs = jobsOf(server)

async function answer(command: Command): Promise<unknown> {
  switch (command.do) {
    case 'login': {
      const { accounts } = server.domains
      const login = { userId: command.userId, device: 'bench' }
      const tokens = await withTransaction(server.database.db, tx => beginLogin(accounts, tx, login))
      // As after a second factor a moment ago: changes by staff require it, and so does a payout account.
      await server.database.pool.query(
        `update logins set stepped_up_until = now() + interval '3 hours', proven_until = now() + interval '3 hours'
         where user_id = $1`,
        [command.userId],
      )
      return tokens
    }
    case 'job':
      await jobs[command.name]()
      return null
    case 'usage': {
      const { user, system } = process.cpuUsage()
      return (user + system) / 1000
    }
    case 'stop':
      await server.stop()
      return null
  }
}

process.on('message', async ({ id, command }: { id: number; command: Command }) => {
  try {
    process.send?.({ id, value: await answer(command) })
  } catch (error) {
    process.send?.({ id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) })
  }
  if (command.do === 'stop') process.disconnect()
})
process.send?.({ id: 0, value: 'ready' })
