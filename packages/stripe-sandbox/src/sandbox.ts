import { Engine } from './engine.ts'
import { createFaultControl } from './faults/fault-control.ts'
import { FaultRules } from './faults/faults.ts'
import { WebhookFaults } from './faults/webhook-faults.ts'
import { IdempotencyKeys } from './http/idempotency.ts'
import { createPlugin } from './http/plugin.ts'
import type { StripeSandbox, StripeSandboxOptions } from './options.ts'
import { createPump } from './pump.ts'
import { Store } from './store.ts'
import { WebhookQueue } from './webhooks.ts'

const WEBHOOK_TIMEOUT_MS = 10_000

/** Stripe's API with its own memory, to be mounted in a Fastify server. */
export function createStripeSandbox(options: StripeSandboxOptions): StripeSandbox {
  const warn = (detail: object, message: string) => options.log?.warn(detail, message)
  const store = new Store(options.databaseFile, options.durability)
  const webhookFaults = new WebhookFaults()
  const webhooks = new WebhookQueue({
    store,
    faults: webhookFaults,
    webhookSecret: options.webhookSecret,
    webhookUrl: options.webhookUrl,
    now: options.now,
    fetch: options.fetch ?? fetch,
    timeoutMs: options.webhookTimeoutMs ?? WEBHOOK_TIMEOUT_MS,
    warn,
  })
  const doDue = async () => {
    engine.runDueChanges()
    return webhooks.deliverDue()
  }
  const pump = createPump({ delivery: options.delivery ?? 'automatic', doDue, warn })
  const engine = new Engine({ store, webhooks, now: options.now, onEvents: pump.wake })
  webhooks.resume()
  const rules = new FaultRules()
  const faults = createFaultControl({ engine, rules, webhookFaults, webhooks, wake: pump.wake })
  const plugin = createPlugin({
    engine,
    keys: options,
    idempotency: new IdempotencyKeys(store, options.now),
    faults: rules,
    onKill: options.onKill ?? (() => process.kill(process.pid, 'SIGKILL')),
    warn,
    publicOrigin: options.publicOrigin,
    apiRouteConfig: options.apiRouteConfig ?? {},
    faultControl: options.faultsEnabled === true ? faults : undefined,
    deliver: pump.run,
  })
  let closing: Promise<void> | undefined
  const stopDeliveries = async () => {
    pump.stop()
    await webhooks.close()
  }
  const close = async () => {
    await stopDeliveries()
    store.close()
  }
  return {
    plugin,
    faults,
    deliverDueWebhooks: pump.run,
    uploaded(fileId) {
      const contents = store.attribute(fileId, 'contents')
      return contents === undefined ? null : Buffer.from(contents, 'base64')
    },
    stopDeliveries,
    close: () => {
      closing ??= close()
      return closing
    },
  }
}
