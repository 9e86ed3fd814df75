import { withTransaction } from '../../db/client.ts'
import { beginLogin } from '../../domains/accounts/login/begin-login.ts'
import { TEST_PASSWORD } from '../api-caller.ts'
import { openTestServer, type TestServer } from '../test-server.ts'
import { fillDatabase } from './fill.ts'
import { recordQueries, type SentQuery } from './record-queries.ts'
import { personId, type Shape, shapeOf } from './shape.ts'

/** The star has 500 requests here, and the regular fan 25: what reads a history is over its budget at once. */
export const BUDGET_SHAPE: Shape = { ...shapeOf(0.005), requestsOfStar: 500 }

const TRIES = 20

export interface BudgetServer extends TestServer {
  /** An access token of a filled person. */
  tokenOf(person: number): Promise<string>
  /**
   * The statements of one piece of work. The server's jobs ask in between, which is no part of it: the work is done
   * again until nothing came in between, at most `tries` times.
   */
  leastOf<T>(
    work: (nth: number) => Promise<T>,
    until: { queriesAtMost: number; tries?: number },
  ): Promise<{ done: T; sent: SentQuery[] }>
}

/** A server on a small filled database, with a record of its queries. */
export async function openBudgetServer(
  options?: Parameters<typeof openTestServer>[0],
): Promise<BudgetServer> {
  const server = await openTestServer(options)
  const queries = recordQueries()
  const url = server.server.config.databaseUrl ?? ''
  const passwordHash = await server.server.domains.accounts.passwords.hash(TEST_PASSWORD)
  await fillDatabase(url, { shape: BUDGET_SHAPE, passwordHash, as: 'owner' })
  return {
    ...server,
    async tokenOf(person) {
      const { accounts } = server.server.domains
      const login = { userId: personId(person), device: 'a test' }
      return (await withTransaction(server.server.database.db, tx => beginLogin(accounts, tx, login))).access
    },
    async leastOf(work, { queriesAtMost, tries = TRIES }) {
      for (let nth = 1; ; nth++) {
        queries.take()
        const done = await work(nth)
        const sent = queries.take()
        if (sent.length <= queriesAtMost || nth === tries) return { done, sent }
      }
    },
    async close() {
      queries.stop()
      await server.close()
    },
  }
}
