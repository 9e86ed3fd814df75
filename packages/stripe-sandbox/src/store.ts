import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import type Stripe from 'stripe'
import { noSuchObject, noSuchReference } from './errors.ts'
import { SCHEMA } from './schema.ts'

/** The kinds of object kept, each in the shape the SDK's pinned API version gives it. */
export interface StoredObjects {
  customer: Stripe.Customer
  payment_method: Stripe.PaymentMethod
  payment_intent: Stripe.PaymentIntent
  setup_intent: Stripe.SetupIntent
  charge: Stripe.Charge
  refund: Stripe.Refund
  dispute: Stripe.Dispute
  'radar.early_fraud_warning': Stripe.Radar.EarlyFraudWarning
  event: Stripe.Event
  balance_transaction: Stripe.BalanceTransaction
  transfer: Stripe.Transfer
  transfer_reversal: Stripe.TransferReversal
  account: Stripe.Account
  payout: Stripe.Payout
  topup: Stripe.Topup
  file: Stripe.File
}
export type Kind = keyof StoredObjects
export type StoredObject = StoredObjects[Kind]
/** What an event is about: of an account that was closed it is the application. */
export type EventObject = StoredObject | Stripe.Application

export interface PageQuery {
  kind: Kind
  /** SQL conditions on `body`, joined by AND; every value is a bound parameter. */
  conditions: readonly string[]
  values: readonly SQLInputValue[]
  limit: number
  startingAfter: string | undefined
  endingBefore: string | undefined
}

/** Every object of the sandbox, in one SQLite file; synchronous, so that one operation is one transaction. */
export class Store {
  readonly database: DatabaseSync
  readonly #statements = new Map<string, StatementSync>()

  constructor(databaseFile: string, durability: 'durable' | 'test' = 'durable') {
    this.database = new DatabaseSync(databaseFile)
    this.database.exec('PRAGMA journal_mode = WAL; PRAGMA busy_timeout = 5000;')
    this.database.exec(`PRAGMA synchronous = ${durability === 'durable' ? 'FULL' : 'OFF'};`)
    this.database.exec(SCHEMA)
  }

  statement(sql: string): StatementSync {
    const known = this.#statements.get(sql)
    if (known !== undefined) return known
    const fresh = this.database.prepare(sql)
    this.#statements.set(sql, fresh)
    return fresh
  }

  /** Runs `operation` as one transaction: all of it is on disk when this returns, or none of it. */
  transaction<T>(operation: () => T): T {
    this.database.exec('BEGIN IMMEDIATE')
    try {
      const result = operation()
      this.database.exec('COMMIT')
      return result
    } catch (error) {
      // SQLite itself has rolled back where the disk is full.
      if (this.database.isTransaction) this.database.exec('ROLLBACK')
      throw error
    }
  }

  insert(object: StoredObject & { created?: number | undefined }): void {
    this.insertRaw(object)
  }

  insertRaw(object: { id: string; object: string; created?: number | undefined }): void {
    this.statement('INSERT INTO objects (id, kind, created, body) VALUES (?, ?, ?, ?)').run(
      object.id,
      object.object,
      object.created ?? 0,
      JSON.stringify(object),
    )
  }

  save(object: StoredObject): void {
    this.statement('UPDATE objects SET body = ? WHERE id = ?').run(JSON.stringify(object), object.id)
  }

  find<K extends Kind>(kind: K, id: string): StoredObjects[K] | undefined {
    const row = this.statement('SELECT body FROM objects WHERE id = ? AND kind = ?').get(id, kind)
    return row === undefined ? undefined : JSON.parse(String(row.body))
  }

  /** Deletes the object's contents, personal data included, and remembers only that it was. */
  retire(id: string): void {
    this.statement('DELETE FROM objects WHERE id = ?').run(id)
    this.setAttribute(id, 'retired', 'yes')
  }

  isRetired(id: string): boolean {
    return this.attribute(id, 'retired') !== undefined
  }

  /** Any object by id alone, for `expand[]`. */
  findAny(id: string): unknown {
    const row = this.statement('SELECT body FROM objects WHERE id = ?').get(id)
    return row === undefined ? undefined : JSON.parse(String(row.body))
  }

  /** The object named in the path; 404 where there is none. */
  named<K extends Kind>(kind: K, id: string): StoredObjects[K] {
    const found = this.find(kind, id)
    if (found === undefined) throw noSuchObject(kind, id)
    return found
  }

  /**
   * The object named in a parameter of the same name as its kind unless `param` says otherwise; 400 where there is
   * none.
   */
  referred<K extends Kind>(kind: K, id: string, param: string = kind): StoredObjects[K] {
    const found = this.find(kind, id)
    if (found === undefined) throw noSuchReference(kind, id, param)
    return found
  }

  /** Newest first; one row more than `limit` where there are more. */
  page<K extends Kind>(query: PageQuery & { kind: K }): StoredObjects[K][] {
    // The kind is written out, so that the indexes of one kind can be used.
    const conditions = [`kind = '${query.kind}'`, ...query.conditions]
    const values: SQLInputValue[] = [...query.values]
    const cursor = query.startingAfter ?? query.endingBefore
    if (cursor !== undefined) {
      this.referred(
        query.kind,
        cursor,
        query.startingAfter === undefined ? 'ending_before' : 'starting_after',
      )
      const comparison = query.startingAfter === undefined ? '>' : '<'
      conditions.push(`seq ${comparison} (SELECT seq FROM objects WHERE id = ?)`)
      values.push(cursor)
    }
    const backwards = query.startingAfter === undefined && query.endingBefore !== undefined
    const order = backwards ? 'ASC' : 'DESC'
    const sql = `SELECT body FROM objects WHERE ${conditions.join(' AND ')} ORDER BY seq ${order} LIMIT ?`
    const rows = this.statement(sql).all(...values, query.limit + 1)
    const found: StoredObjects[K][] = rows.map(row => JSON.parse(String(row.body)))
    return found
  }

  attribute(id: string, name: string): string | undefined {
    const row = this.statement('SELECT value FROM attributes WHERE id = ? AND name = ?').get(id, name)
    return row === undefined ? undefined : String(row.value)
  }

  setAttribute(id: string, name: string, value: string): void {
    this.statement('INSERT OR REPLACE INTO attributes (id, name, value) VALUES (?, ?, ?)').run(
      id,
      name,
      value,
    )
  }

  close(): void {
    this.database.close()
  }
}
