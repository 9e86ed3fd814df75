import { pence, seconds } from '@parley/contract'
import { eq } from 'drizzle-orm'
import type { Core } from '../../../core/core.ts'
import { newId, unguessableSlug } from '../../../core/ids.ts'
import { users } from '../../accounts/public.ts'
import type { ProviderBooks } from '../../payments/books-provider.ts'
import type { CardVault, PaymentProvider } from '../../payments/payment-provider.ts'
import type { PayoutProvider } from '../../payments/payout-provider.ts'
import {
  beginCall,
  completeCall,
  findCallSubject,
  placeOf,
  type RequestsDeps,
  removeViewer,
} from '../../requests/public.ts'
import { sessionRequests } from '../../requests/tables.ts'
import { createCallTime } from '../clock/call-time.ts'
import type { RoomSubjects } from '../deps.ts'

/** The requests domain as calls use it. No call asks the payment provider anything. */
export function subjectsOf(core: Core): RoomSubjects {
  const deps: RequestsDeps = {
    ...core,
    callTime: createCallTime(),
    feeBasisPoints: 1_000,
    minAge: 0,
    releaseAfterMs: 0,
    linkTokens: () => [],
    turnsOf: async () => new Map(),
    leavingKeeps: async () => false,
    payments: {} as PaymentProvider,
    cards: {} as CardVault,
    payouts: {} as PayoutProvider,
    books: {} as ProviderBooks,
  }
  return {
    async find(key) {
      if ('eventSlug' in key || 'eventId' in key) return null
      if ('slug' in key) return findCallSubject(core.db, key)
      return findCallSubject(core.db, { id: 'roomId' in key ? key.roomId : key.requestId })
    },
    placeOf: (eventId, buyerId) => placeOf(core.db, { eventId, buyerId }),
    beginLate: async () => undefined,
    turnOf: async () => null,
    nextTurn: async () => null,
    queueFor: async () => () => null,
    endTurn: async () => undefined,
    isUsher: async () => false,
    moderatorsOf: async () => new Map(),
    addModerator: async () => false,
    dropModerator: async () => undefined,
    begin: requestId => beginCall(deps, requestId),
    complete: requestId => completeCall(deps, requestId),
    removeViewer: who => removeViewer(deps, who),
  }
}

/** Lengths and prices as plain numbers, as a test writes them. */
interface Plain {
  pricePence?: number
  durationSeconds?: number
}
export type NewCall = Omit<RequestChange, keyof Plain> & Plain
export type RequestChange = Partial<typeof sessionRequests.$inferInsert>

/** A private request that is paid for, of a minute unless said otherwise. */
export async function paidRequest(
  { db, clock }: Pick<Core, 'db' | 'clock'>,
  request: NewCall & { buyerId: string; influencerId: string },
) {
  const { pricePence = 2_500, durationSeconds = 60, ...others } = request
  const id = newId()
  const row = {
    id,
    slug: unguessableSlug(),
    uuid: id,
    fingerprint: '',
    requestType: 'private' as const,
    state: 'offered' as const,
    paymentStatus: 'paid' as const,
    description: 'Ask me about chess',
    pricePence: pence(pricePence),
    feeBasisPoints: 1_000,
    minAge: 0,
    durationSeconds: seconds(durationSeconds),
    durationDisplay: 1 as const,
    createdAt: clock.now(),
    ...others,
  }
  await db.insert(sessionRequests).values(row)
  return { id: row.id, slug: row.slug, buyerId: row.buyerId, influencerId: row.influencerId }
}

export async function changeRequestRow(
  { db }: Pick<Core, 'db'>,
  id: string,
  change: RequestChange,
): Promise<void> {
  await db.update(sessionRequests).set(change).where(eq(sessionRequests.id, id))
}

export async function requestRow({ db }: Pick<Core, 'db'>, id: string) {
  const [row] = await db.select().from(sessionRequests).where(eq(sessionRequests.id, id))
  if (!row) throw new Error('there is no such request')
  return row
}

/** Somebody without password or login. */
export async function somebody({ db, clock }: Pick<Core, 'db' | 'clock'>, username: string): Promise<string> {
  const id = newId()
  await db.insert(users).values({
    id,
    username: `${username}-${id.slice(-6)}`,
    firstName: 'Ann',
    lastName: 'Example',
    email: `${id}@example.com`,
    passwordHash: '',
    isInfluencer: false,
    notifications: {
      system_email: true,
      system_push: true,
      system_text: true,
      system_phone: false,
      chat_email: false,
      chat_push: true,
      calendar_invites: true,
    },
    createdAt: clock.now(),
    updatedAt: clock.now(),
  })
  return id
}
