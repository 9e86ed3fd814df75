import { sql } from 'drizzle-orm'
import { check, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from '../db/columns.ts'
import type { FirstLane } from './lanes.ts'

/** Whether a row is in one of the lanes of bulk work, in the words of the index of what is tried again. */
export const IN_BULK_LANE = sql`(lane like 'bulk%')`

/** Work that a committed change left to do: written in the change's own transaction, done at least once. */
export const outbox = pgTable(
  'outbox',
  {
    id: uuid('id').primaryKey(),
    topic: text('topic').notNull(),
    /** The subscriber of this row; null until the row is divided among the subscribers. */
    subscriber: text('subscriber'),
    /** Where it is tried for the first time, see `lanes.ts`. */
    lane: text('lane').$type<FirstLane>().notNull().default('changes'),
    payload: jsonb('payload').$type<object>().notNull(),
    createdAt: instant('created_at').notNull(),
    runAt: instant('run_at').notNull(),
    attempts: integer('attempts').notNull().default(0),
    lockedUntil: instant('locked_until'),
    doneAt: instant('done_at'),
    lastError: text('last_error'),
  },
  t => [
    // In the order of claiming, so that work of a later day costs nothing; each lane has its own (work-lanes.ts).
    index('outbox_due').on(t.lane, t.runAt, t.id).where(sql`${t.doneAt} is null and ${t.attempts} = 0`),
    // For taking away what was done long ago.
    index('outbox_done').on(t.doneAt).where(sql`${t.doneAt} is not null`),
    index('outbox_due_again')
      .on(IN_BULK_LANE, t.runAt, t.id)
      .where(sql`${t.doneAt} is null and ${t.attempts} > 0`),
  ],
)

/** The last run of each of the operator's own commands, for figures and alerts. */
export const operatorRuns = pgTable('operator_runs', {
  name: text('name').$type<'audit' | 'audit_warnings' | 'backup'>().primaryKey(),
  /** By the clock of the database. */
  ranAt: instant('ran_at').notNull(),
  succeededAt: instant('succeeded_at'),
  /** What the audit found; 0 for others. */
  breaches: integer('breaches').notNull(),
  /**
   * Up to where the audit looked and found no breach; none once a row of what it looks at was removed (a trigger).
   */
  checkpoint: jsonb('checkpoint'),
})

/** How far the sandbox has moved the application's clock. */
export const applicationClock = pgTable(
  'application_clock',
  {
    id: integer('id').primaryKey(),
    offsetSeconds: integer('offset_seconds').notNull(),
  },
  t => [check('application_clock_single_row', sql`${t.id} = 1`)],
)
