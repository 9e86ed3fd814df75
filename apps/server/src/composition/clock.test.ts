import { afterAll, expect, it } from 'vitest'
import { ConfigError, readConfig } from '../config.ts'
import { movableClock } from '../core/clock.ts'
import { advanceClock, loadClock } from '../jobs/stored-clock.ts'
import { createTestDatabase } from '../testing/database.ts'
import { openClock } from './clock.ts'

const database = await createTestDatabase({ size: 1 })
afterAll(() => database.close())

const STRIPE = {
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
}

it('with Stripe’s own keys a database is refused whose clock the sandbox has moved', async () => {
  const { db } = database
  expect((await openClock(db, readConfig(STRIPE))).offsetSeconds()).toBe(0)
  await advanceClock(db, await loadClock(db), 60)
  expect((await openClock(db, readConfig({}))).offsetSeconds()).toBe(60)
  const atOtherAddress = readConfig({ ...STRIPE, STRIPE_API_BASE: 'http://127.0.0.1:9' })
  expect((await openClock(db, atOtherAddress)).offsetSeconds()).toBe(60)
  const refused = openClock(db, readConfig(STRIPE))
  await expect(refused).rejects.toThrow(ConfigError)
  await expect(refused).rejects.toThrow('the sandbox has moved the clock of this one')
})

it('says how far the machine’s clock was set, and calls no time a jump that passed or that the sandbox moved', () => {
  const machine = { wall: 1_000_000, steady: 50 }
  const clock = movableClock(60, { wallMs: () => machine.wall, steadyMs: () => machine.steady })
  machine.wall += 5_000
  machine.steady += 5_000
  clock.advance(3_600)
  expect(clock.jumpedMs()).toBe(0)
  machine.wall -= 120_000
  expect(clock.jumpedMs()).toBe(-120_000)
  expect(clock.now()).toEqual(new Date(1_000_000 + 5_000 - 120_000 + 3_660_000))
})
