import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import Stripe from 'stripe'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { cardIntent, refusalOf, sdk } from './testing.ts'

let folder: string
let server: ChildProcess | undefined
let noise = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sandbox-'))
})
afterEach(async () => {
  server?.kill('SIGKILL')
  await rm(folder, { recursive: true })
})

async function start(): Promise<string> {
  const script = fileURLToPath(new URL('crash-server.ts', import.meta.url))
  const child = spawn(process.execPath, [script, join(folder, 'stripe.sqlite')], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  server = child
  child.stderr.on('data', text => {
    noise += text
  })
  const [line] = await once(child.stdout, 'data')
  return `${String(line).trim()}/sandbox/stripe`
}

async function armKill(base: string, rule: object): Promise<void> {
  const body = JSON.stringify({ action: 'kill', ...rule })
  await fetch(`${base}/faults`, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
}

describe('a killed process', () => {
  it.each([
    { when: 'before', refunds: 0 },
    { when: 'after', refunds: 1 },
  ])(
    '$when carrying out a refund leaves $refunds, and the key makes it exactly one',
    async ({ when, refunds }) => {
      const base = await start()
      const intent = await cardIntent(sdk(base), { payment_method: 'pm_card_visa', confirm: true })
      await armKill(base, { path: '/v1/refunds', when })
      const exit = server === undefined ? undefined : once(server, 'exit')
      const refund = (at: string) =>
        sdk(at).refunds.create({ payment_intent: intent.id }, { idempotencyKey: 'once' })
      expect(await refusalOf(refund(base))).toBeInstanceOf(Stripe.errors.StripeConnectionError)
      expect(await exit).toEqual([null, 'SIGKILL'])

      const again = await start()
      expect((await sdk(again).refunds.list({ payment_intent: intent.id })).data).toHaveLength(refunds)
      expect((await refund(again)).amount).toBe(2500)
      expect((await sdk(again).refunds.list({ payment_intent: intent.id })).data).toHaveLength(1)
      expect(noise).toBe('')
    },
  )
})
