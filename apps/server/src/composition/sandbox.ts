import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { createStripeSandbox, type StripeSandbox } from '@parley/stripe-sandbox'
import type { Clock } from '../core/clock.ts'
import type { Log } from '../core/core.ts'
import type { Db } from '../db/client.ts'
import { sharedKey } from '../domains/accounts/public.ts'
import type { StripeSettings } from '../providers/payments-stripe/client.ts'

export const SANDBOX_PREFIX = '/sandbox/stripe'

export interface SandboxParts {
  db: Db
  clock: Clock
  log: Log
  dataDir: string
  publicOrigin: string
  /** Where this process reaches itself. */
  localOrigin: string
  production: boolean
  delivery: 'automatic' | 'manual'
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
  parts: SandboxParts,
): Promise<{ sandbox: StripeSandbox; settings: StripeSettings }> {
  const keys = await sandboxKeys(parts.db)
  await mkdir(parts.dataDir, { recursive: true })
  const sandbox = createStripeSandbox({
    ...keys,
    databaseFile: join(parts.dataDir, 'stripe-sandbox.sqlite'),
    webhookUrl: () => `${parts.localOrigin}/api/payments/webhook/`,
    now: () => parts.clock.now(),
    publicOrigin: () => parts.publicOrigin,
    log: parts.log,
    faultsEnabled: !parts.production,
    delivery: parts.delivery,
  })
  const apiBase = () => `${parts.localOrigin}${SANDBOX_PREFIX}`
  return { sandbox, settings: { provider: 'sandbox', ...keys, apiBase } }
}
