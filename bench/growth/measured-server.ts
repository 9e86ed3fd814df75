/**
 * The whole server on a filled database, in a separate process, so that its CPU is its own; it runs background work
 * only on request. It talks to the bench over the channel of `fork`.
 */

import { compose } from '../../apps/server/src/composition.ts'
import { readConfig } from '../../apps/server/src/config.ts'
import { withTransaction } from '../../apps/server/src/db/client.ts'
import { beginLogin } from '../../apps/server/src/domains/accounts/login/begin-login.ts'

export type Asked =
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

function jobsOf({ domains, doDueWork }: typeof server) {
  return {
    'work in the outbox, none due': () => domains.outbox.drain(),
    'rules of time, none due': () => domains.applyDue(),
    'housekeeping, nothing to remove': () => domains.cleanUp(),
    'signing keys read again': () => domains.accounts.secrets.reload(),
    /** All due work of the jobs above, and webhooks. */
    doDueWork,
  }
}
const jobs = jobsOf(server)

async function answer(asked: Asked): Promise<unknown> {
  switch (asked.do) {
    case 'login': {
      const { accounts } = server.domains
      const login = { userId: asked.userId, device: 'bench' }
      return withTransaction(server.database.db, tx => beginLogin(accounts, tx, login))
    }
    case 'job':
      await jobs[asked.name]()
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

process.on('message', async ({ id, asked }: { id: number; asked: Asked }) => {
  try {
    process.send?.({ id, value: await answer(asked) })
  } catch (error) {
    process.send?.({ id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) })
  }
  if (asked.do === 'stop') process.disconnect()
})
process.send?.({ id: 0, value: 'ready' })
