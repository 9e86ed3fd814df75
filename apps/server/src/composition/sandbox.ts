import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { createStripeSandbox, type StripeSandbox } from '@parley/stripe-sandbox'
import type { FastifyPluginAsync } from 'fastify'
import type { Clock } from '../core/clock.ts'
import type { Log } from '../core/core.ts'
import type { Db } from '../db/client.ts'
import { sharedKey } from '../domains/accounts/public.ts'
import { WEBHOOK_PATH } from '../domains/payments/public.ts'
import type { Routes } from '../http/app-type.ts'
import { limitsFor } from '../http/rate-limits.ts'
import type { StripeSettings } from '../providers/payments-stripe/client.ts'

export const SANDBOX_PREFIX = '/sandbox/stripe'

export interface SandboxDeps {
  db: Db
  clock: Clock
  log: Log
  dataDir: string
  publicOrigin: string
  /** Where this process reaches itself. */
  localOrigin: string
  production: boolean
  delivery: 'automatic' | 'manual'
  /** `test`: nothing waits for the disk. */
  durability?: 'durable' | 'test' | undefined
}

/** The routes of a sandbox below a prefix; the OpenAPI document of the product does not list them. */
export function sandboxRoutes(plugin: FastifyPluginAsync, prefix: string): Routes {
  return async app => {
    await app.register(
      async scope => {
        scope.addHook('onRoute', route => {
          route.schema = { ...route.schema, hide: true }
        })
        await scope.register(plugin)
      },
      { prefix },
    )
  }
}

/** The keys of this installation's own sandbox. */
export async function sandboxKeys(
  db: Db,
): Promise<Pick<StripeSettings, 'secretKey' | 'publishableKey' | 'webhookSecret'>> {
  const key = (await sharedKey(db, 'stripe_sandbox')).export().toString('hex')
  return {
    secretKey: `sk_test_${key.slice(0, 24)}`,
    publishableKey: `pk_test_${key.slice(24, 40)}`,
    webhookSecret: `whsec_${key.slice(40)}`,
  }
}

/** The payment sandbox with keys of this installation's own, and the settings that lead Stripe's SDK to it. */
export async function openSandbox(
  deps: SandboxDeps,
): Promise<{ sandbox: StripeSandbox; settings: StripeSettings }> {
  const keys = await sandboxKeys(deps.db)
  await mkdir(deps.dataDir, { recursive: true })
  const sandbox = createStripeSandbox({
    ...keys,
    databaseFile: join(deps.dataDir, 'stripe-sandbox.sqlite'),
    webhookUrl: () => deps.localOrigin + WEBHOOK_PATH,
    now: () => deps.clock.now(),
    publicOrigin: () => deps.publicOrigin,
    log: deps.log,
    faultsEnabled: !deps.production,
    delivery: deps.delivery,
    apiRouteConfig: limitsFor(deps.production)('sandbox'),
    ...(deps.durability ? { durability: deps.durability } : {}),
  })
  const apiBase = () => `${deps.localOrigin}${SANDBOX_PREFIX}`
  return { sandbox, settings: { provider: 'sandbox', ...keys, apiBase } }
}
