import { afterAll, expect, test } from 'vitest'
import { addApp } from '../second-factor.ts'
import { openTestServer } from '../test-server.ts'

const t = await openTestServer()
afterAll(t.close)

test('an app is added also where the next step of its codes begins on the way', async () => {
  const person = await t.fan('late')
  let reads = 0
  const clock = { now: () => new Date(t.clock.now().getTime() - (reads++ < 2 ? 30_000 : 0)) }
  const app = await addApp({ call: t.call, clock }, person)
  expect(app.recoveryCodes.length).toBeGreaterThan(0)
  expect(reads).toBeGreaterThan(2)
})
