import type { FastifyContextConfig, FastifyPluginAsync } from 'fastify'
import type { FaultRule } from './faults/faults.ts'
import type { WebhookFault } from './faults/webhook-faults.ts'
import type { AccountDecision } from './resources/accounts.ts'
import type { BalanceChange } from './resources/balance-transactions.ts'

export interface StripeSandboxOptions {
  /** SQLite file; apart from the application's database on purpose, as Stripe's memory is. `:memory:` in tests. */
  databaseFile: string
  /**
   * `test`: what is written outlives the process but not a power failure, and nothing waits for the disk. Default
   * `durable`.
   */
  durability?: 'durable' | 'test'
  secretKey: string
  publishableKey: string
  webhookSecret: string
  /** Where signed events go; null means nowhere yet, and they wait. */
  webhookUrl: () => string | null
  /** The application's clock. */
  now: () => Date
  /** Origin that browsers see, such as `https://example.org`; the request's own where absent. */
  publicOrigin?: () => string
  fetch?: typeof fetch
  log?: { warn(detail: object, message: string): void }
  /** Serves `/faults` without any key: never where strangers can reach it. Off where absent. */
  faultsEnabled?: boolean
  /** What a `kill` rule does; kills this process where absent. */
  onKill?: (step: 'before' | 'after') => void
  /** Configuration of every route of the API, for the plugins of the server that mounts it. */
  apiRouteConfig?: FastifyContextConfig
  /** `manual`: webhooks go out only by `deliverDueWebhooks`. */
  delivery?: 'automatic' | 'manual'
  /** How long an endpoint may take to answer, 10 s where absent. */
  webhookTimeoutMs?: number
}

export interface FaultControl {
  add(rule: FaultRule): string
  list(): { id: string; rule: FaultRule; left: number }[]
  /** Forgets every rule and lets held webhooks flow. */
  clear(): void
  webhooks: {
    add(fault: WebhookFault): void
    /** From now on events wait instead of going out. */
    hold(): void
    /** Held events go out: in the order of ids or types given first, the rest as they came. Answers how many. */
    release(order?: readonly string[]): number
    /** One more delivery of an event, as Stripe's "resend" does. */
    resend(eventId: string): void
  }
  /** Decides a payment that a `processing` rule left open. */
  endProcessing(paymentIntentId: string, outcome: 'succeeded' | 'failed'): void
  /** The bank disputes a payment; answers the dispute's id. */
  openDispute(paymentIntentId: string, reason?: string): string
  /** The bank only asks about a payment, and moves no money; answers the dispute's id. */
  openInquiry(paymentIntentId: string): string
  /** The bank that asked takes the money now. */
  escalateInquiry(disputeId: string): void
  /** An inquiry that is won is closed; one that is lost is a dispute first. */
  closeDispute(disputeId: string, outcome: 'won' | 'lost'): void
  /** The issuer of the card warns of fraud; answers the warning's id. */
  warnOfFraud(paymentIntentId: string): string
  /** What Stripe decides about a connected account. */
  decideAccount(accountId: string, decision: AccountDecision): void
  /** The platform loses its access to a connected account, for good. */
  closeAccount(accountId: string): void
  /** What the platform's own bank says of a payout. */
  decidePayout(payoutId: string, decision: 'paid' | 'failed'): void
  /** The bank takes a top-up of the platform's balance back. */
  reverseTopUp(topUpId: string): void
  /** A fee that belongs to no charge, in minor units. */
  chargeFee(amount: number): void
  /** A balance transaction that no call of the API makes; answers its id. */
  changeBalance(change: BalanceChange): string
}

export interface StripeSandbox {
  /** `/v1/...`, the pages a browser is sent to, and `/faults`; mount it under a prefix. */
  plugin: FastifyPluginAsync
  faults: FaultControl
  /** Makes due changes, sends due webhooks, and answers how many were accepted. */
  deliverDueWebhooks(): Promise<number>
  /** What was uploaded as a file; null where there is none. */
  uploaded(fileId: string): Buffer | null
  /** Stops deliveries, which continue at the next start; the API answers on. */
  stopDeliveries(): Promise<void>
  /** Stops deliveries and closes the file. */
  close(): Promise<void>
}
