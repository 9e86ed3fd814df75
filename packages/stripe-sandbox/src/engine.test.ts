import { describe, expect, it } from 'vitest'
import { Engine } from './engine.ts'
import { WebhookFaults } from './faults/webhook-faults.ts'
import { Store } from './store.ts'
import { WebhookQueue } from './webhooks.ts'

describe('an operation', () => {
  it('that breaks half way leaves neither change nor event nor delivery', () => {
    const store = new Store(':memory:')
    const now = () => new Date('2026-03-01T12:00:00Z')
    const webhooks = new WebhookQueue({
      store,
      faults: new WebhookFaults(),
      webhookSecret: 'whsec_x',
      webhookUrl: () => null,
      now,
      fetch,
      timeoutMs: 1000,
      warn: () => undefined,
    })
    const engine = new Engine({ store, webhooks, now, onEvents: () => undefined })
    const account = {
      id: 'acct_1',
      object: 'account',
      charges_enabled: false,
      details_submitted: false,
      email: null,
      payouts_enabled: false,
      type: 'express',
    } as const
    const broken = () =>
      engine.perform(work => {
        work.store.insert(account)
        work.emit('account.updated', account)
        work.later('refund_fails', 're_1')
        throw new Error('half way')
      })
    expect(broken).toThrow('half way')
    const counts = ['objects', 'deliveries', 'later_changes'].map(
      table => store.statement(`SELECT COUNT(*) AS rows FROM ${table}`).get()?.rows,
    )
    expect(counts).toEqual([0, 0, 0])
    store.close()
  })
})
