import type { SessionRequest } from '@parley/contract'
import { expect } from 'vitest'
import type { TestPerson, TestServer } from '../../../../testing/test-server.ts'

/** What the tests of blocks do with a test server, which opens before the first call. */
export function blockCaller(server: () => TestServer) {
  let made = 0
  return {
    async pair(): Promise<{ fan: TestPerson; star: TestPerson }> {
      made++
      return { fan: await server().fan(`fan${made}`), star: await server().influencer(`star${made}`) }
    },
    block: (by: TestPerson, whom: TestPerson) => server().call(by, `POST /api/user/${whom.id}/block/`),
    async paidLink(fan: TestPerson): Promise<SessionRequest> {
      const link = { amount: '10.00', duration: 600, description: 'Ten minutes for somebody' }
      const request = (await server().call<SessionRequest>(fan, 'POST /api/parley/prepaid-link/', link)).body
      await server().confirm((await server().pay(fan, request)).body)
      await server().server.doDueWork()
      return request
    },
    sql: (text: string, ...values: unknown[]) => server().server.database.pool.query(text, values),
    async audited(): Promise<void> {
      expect(await server().breaches()).toEqual([])
    },
  }
}
