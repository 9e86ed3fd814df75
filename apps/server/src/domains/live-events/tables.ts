import { index, integer, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import { instant } from '../../db/columns.ts'
import { users } from '../accounts/tables.ts'
import { pictures } from '../profiles/tables.ts'

export const liveEvents = pgTable(
  'live_events',
  {
    id: uuid('id').primaryKey(),
    slug: text('slug').notNull().unique(),
    uuid: text('uuid').notNull(),
    influencerId: uuid('influencer_id')
      .notNull()
      .references(() => users.id),
    title: text('title').notNull(),
    description: text('description').notNull(),
    pictureId: uuid('picture_id').references(() => pictures.id),
    /** Price of one place, in pence, as the buyer pays it. */
    pricePence: integer('price_pence').notNull(),
    durationSeconds: integer('duration_seconds').notNull(),
    durationDisplay: integer('duration_display').notNull(),
    startsAt: instant('starts_at'),
    capacity: integer('capacity'),
    state: text('state').$type<'scheduled' | 'live' | 'ended' | 'cancelled'>().notNull().default('scheduled'),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  t => [
    unique('live_events_once').on(t.influencerId, t.uuid),
    index('live_events_influencer').on(t.influencerId),
  ],
)
