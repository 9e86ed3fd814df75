import { DECLINED_CARDS_AN_HOUR_MAX, HOUR_MS, messages, PAYMENT_INTENTS_AN_HOUR_MAX } from '@parley/contract'
import { and, asc, eq, gt, ne, sql } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'
import { refuse } from '../../core/refusal.ts'
import { builtOnce, type ValueOf } from '../../db/built-once.ts'
import type { DbOrTx, Tx } from '../../db/client.ts'
import { cardCharges, cardSetups, payments, providerEvents } from './tables.ts'

/** Serializes the bookings and payments of one person until the transaction ends, so that rivals are counted. */
export async function lockPayer(tx: Tx, payerId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`payer:${payerId}`}, 0))`)
}

/** Seconds until the oldest of the last `max` is an hour old; null while there are fewer. */
export function waitSeconds(times: readonly Date[], max: number, now: Date): number | null {
  const freeing = times.length < max ? undefined : times[times.length - max]
  return freeing ? Math.max(1, Math.ceil((freeing.getTime() + HOUR_MS - now.getTime()) / 1000)) : null
}

/** 429 if this payer had too many unpaid intents in the last hour; the caller holds the payer's lock. */
export async function assertMayBeginPayment(tx: Tx, payerId: string, now: Date): Promise<void> {
  const rows = await selectUnpaid(tx, { payerId, after: hourBefore(now) })
  const times = rows.map(row => row.at)
  const wait = waitSeconds(times, PAYMENT_INTENTS_AN_HOUR_MAX, now)
  if (wait !== null) throw refuse.tooMany(wait, messages.tooManyPayments)
}

const selectUnpaid = builtOnce((db, value: ValueOf<Since>) =>
  db
    .select({ at: payments.createdAt })
    .from(payments)
    .where(
      and(
        eq(payments.payerId, value('payerId', payments.payerId)),
        ne(payments.status, 'succeeded'),
        gt(payments.createdAt, value('after', payments.createdAt)),
      ),
    )
    .orderBy(asc(payments.createdAt)),
)

/** 429 if too many cards of this payer were declined in the last hour. */
export async function assertMayTryCard(db: DbOrTx, payerId: string, now: Date): Promise<void> {
  for (const times of [await declinesOf(db, payerId, now), await savedTriesOf(db, payerId, now)]) {
    const wait = waitSeconds(times, DECLINED_CARDS_AN_HOUR_MAX, now)
    if (wait !== null) throw refuse.tooMany(wait, messages.tooManyDeclined)
  }
}

interface Since {
  payerId: string
  after: Date
}

/**
 * The times of declined cards of this person, from the provider's events: a browser tries cards there without this
 * server.
 */
export async function declinesOf(db: DbOrTx, payerId: string, now: Date): Promise<Date[]> {
  const rows = await selectDeclines(db, { payerId, after: hourBefore(now) })
  return rows.map(row => row.at).sort((a, b) => a.getTime() - b.getTime())
}

const selectDeclines = builtOnce((db, value: ValueOf<Since>) =>
  unionAll(
    db
      .select({ at: providerEvents.receivedAt })
      .from(payments)
      .innerJoin(providerEvents, eq(providerEvents.paymentIntentId, payments.intentId))
      .where(
        and(
          eq(payments.payerId, value('payerId', payments.payerId)),
          eq(providerEvents.type, 'payment_intent.payment_failed'),
          gt(providerEvents.receivedAt, value('after', providerEvents.receivedAt)),
        ),
      ),
    db
      .select({ at: providerEvents.receivedAt })
      .from(cardSetups)
      .innerJoin(providerEvents, eq(providerEvents.objectId, cardSetups.setupId))
      .where(
        and(
          eq(cardSetups.userId, value('payerId', cardSetups.userId)),
          eq(providerEvents.type, 'setup_intent.setup_failed'),
          gt(providerEvents.receivedAt, value('after', providerEvents.receivedAt)),
        ),
      ),
  ),
)

async function savedTriesOf(db: DbOrTx, payerId: string, now: Date): Promise<Date[]> {
  const rows = await selectSavedTries(db, { payerId, after: hourBefore(now) })
  return rows.map(row => row.at)
}

const selectSavedTries = builtOnce((db, value: ValueOf<Since>) =>
  db
    .select({ at: cardCharges.createdAt })
    .from(payments)
    .innerJoin(cardCharges, eq(cardCharges.paymentId, payments.id))
    .where(
      and(
        eq(payments.payerId, value('payerId', payments.payerId)),
        ne(payments.status, 'succeeded'),
        gt(cardCharges.createdAt, value('after', cardCharges.createdAt)),
      ),
    )
    .orderBy(asc(cardCharges.createdAt)),
)

export const hourBefore = (now: Date) => new Date(now.getTime() - HOUR_MS)
