import { CURRENCY } from '@parley/contract'
import { sql } from 'drizzle-orm'
import { type Config, ConfigError } from '../config.ts'
import type { Log } from '../core/core.ts'
import { type Db, type DbOrTx, withTransaction } from '../db/client.ts'
import { type ProviderBooks, WEBHOOK_PATH } from '../domains/payments/public.ts'
import { paymentProvider } from '../domains/payments/tables.ts'
import type { StripeSettings } from '../providers/payments-stripe/client.ts'
import { createStripeProvider, type StripeProvider } from '../providers/payments-stripe/index.ts'

/** A start does not wait longer for what Stripe says of the account. */
const ANSWERS_WITHIN_MS = 5_000

type ProviderName = (typeof paymentProvider.$inferSelect)['name']

const SHOWN: Readonly<Record<ProviderName, string>> = {
  sandbox: 'the payment sandbox',
  stripe_test: 'Stripe with test keys',
  stripe_live: 'Stripe with live keys',
}

/** The payment provider of the settings, for a database whose payments it knows, and for an account in pounds. */
export async function openPaymentProvider(
  { db, log }: { db: Db; log: Log },
  { stripe }: Pick<Config, 'stripe'>,
  settings: StripeSettings,
): Promise<StripeProvider> {
  await refuseOtherProvider(db, { stripe })
  const provider = createStripeProvider(settings)
  // A program that only answers like Stripe, such as stripe-mock, answers with an account that is made up.
  if (stripe.provider === 'stripe' && !stripe.apiBase)
    await Promise.all([refuseOtherCurrency(provider, log), warnOfMissingEvents(provider, log)])
  return provider
}

/**
 * Stores whose payments this database has, at its first start and as long as it has none. Attack: a database whose
 * cards and payments another provider knows. Refunds and payouts would fail for ever at the real Stripe, and the
 * sandbox would say of real money that it went back.
 */
export async function refuseOtherProvider(db: Db, { stripe }: Pick<Config, 'stripe'>): Promise<void> {
  // Another address may stand for either.
  if (stripe.apiBase) return
  const name = nameOf(stripe)
  await withTransaction(db, async tx => {
    await tx.insert(paymentProvider).values({ name }).onConflictDoNothing()
    if (!(await knowsOfOther(tx, name))) await tx.update(paymentProvider).set({ name })
  })
  await refuseOtherKeys(db, { stripe })
}

/** The same for a command beside the server, which stores nothing: it may run with other keys by mistake. */
export async function refuseOtherKeys(db: Db, { stripe }: Pick<Config, 'stripe'>): Promise<void> {
  if (stripe.apiBase) return
  const name = nameOf(stripe)
  const used = await knowsOfOther(db, name)
  if (!used) return
  throw new ConfigError(
    `STRIPE_SECRET_KEY leads to ${SHOWN[name]}, and the cards, payments and accounts of this database are those of ` +
      `${SHOWN[used]}: nobody else knows them. Use the keys of before, or an empty database.`,
  )
}

/** The other provider that knows payments, cards or accounts of this database; null without any. */
async function knowsOfOther(db: DbOrTx, name: ProviderName): Promise<ProviderName | null> {
  const [row] = await db.select().from(paymentProvider).for('update')
  if (!row || row.name === name) return null
  const { rows } = await db.execute<{ knows: boolean }>(
    sql`select exists (select 1 from provider_customers) or exists (select 1 from payout_accounts)
          or exists (select 1 from payments where intent_id is not null) as knows`,
  )
  return rows[0]?.knows ? row.name : null
}

function nameOf(stripe: Config['stripe']): ProviderName {
  if (stripe.provider === 'sandbox') return 'sandbox'
  return /^[a-z]+_live_/.test(stripe.secretKey) ? 'stripe_live' : 'stripe_test'
}

/** Every sum of the books is in pence: an account that settles in another currency makes all of them wrong. */
export async function refuseOtherCurrency(
  books: Pick<ProviderBooks, 'accountCurrency'>,
  log: Pick<Log, 'warn'>,
): Promise<void> {
  // Without an answer the reconciliation finds it.
  const currency = await ifAnswered(books.accountCurrency())
  if (currency === null) log.warn({}, 'Stripe did not say in which currency the account settles')
  else if (currency !== CURRENCY)
    throw new ConfigError(
      `The account of STRIPE_SECRET_KEY settles in ${currency}, and every sum of Parley is in ${CURRENCY}. ` +
        'Use an account of which the default currency is pounds.',
    )
}

/** The server works without these events, and follows what they are about late or not at all: a person must know. */
export async function warnOfMissingEvents(
  books: Pick<ProviderBooks, 'missingEvents'>,
  log: Pick<Log, 'warn'>,
): Promise<void> {
  const missing = await ifAnswered(books.missingEvents(WEBHOOK_PATH))
  if (missing === null) log.warn({}, 'Stripe did not say which events it sends to this server')
  else if (missing.length > 0)
    log.warn(
      { missing },
      `Stripe does not send these events to ${WEBHOOK_PATH}: select them in the webhook endpoints of the account`,
    )
}

/** The answer, or null without one. */
async function ifAnswered<T>(pending: Promise<T>): Promise<T | null> {
  const late = Promise.withResolvers<null>()
  const timer = setTimeout(() => late.resolve(null), ANSWERS_WITHIN_MS)
  // A restricted key may not read it, and Stripe may be away.
  const answer = await Promise.race([pending.catch(() => null), late.promise])
  clearTimeout(timer)
  return answer
}
