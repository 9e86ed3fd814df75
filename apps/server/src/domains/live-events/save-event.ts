import { createHash } from 'node:crypto'
import {
  DEFAULT_LIVE_EVENT_DURATION,
  DEFAULT_LIVE_EVENT_DURATION_DISPLAY,
  DURATION_UNIT_FACTORS,
  type DurationUnit,
  eventLengthMs,
  type FieldErrors,
  messages,
  type Pence,
  QUEUE_PLACES_MAX,
  seconds,
  TURN_SECONDS_MAX,
  TURN_SECONDS_MIN,
  type VirtualEventPatch,
} from '@parley/contract'
import { newId } from '../../core/ids.ts'
import { invariant } from '../../core/invariant.ts'
import type { Person } from '../../core/person.ts'
import { refuse } from '../../core/refusal.ts'
import { type Tx, withTransaction } from '../../db/client.ts'
import { refuseTooYoung } from '../accounts/public.ts'
import { IMAGE_REPLACED, lockProfile, type NewImage, storeImage } from '../profiles/public.ts'
import { type CheckedHolds, freeTime, reserveEventTime, reserveTime } from '../schedule/public.ts'
import { eventChanged } from './change-event.ts'
import type { LiveEventsDeps } from './deps.ts'
import { nextDueAt } from './event.ts'
import { slugOf } from './slug.ts'
import { type EventRow, findEventByUuid, insertEvent, lockEvent, updateEvent } from './store.ts'

export interface EventEdit {
  person: Person
  patch: VirtualEventPatch
  picture: Blob | null
}

type Edit = EventEdit & { newImage: NewImage | null; checked: CheckedHolds }

const SLUG_TRIES = 10
const LATEST_START_MS = 366 * 24 * 3600_000
/** Fields of an event, with their columns, that cannot change once a place is sold. */
const STANDS_ONCE_SOLD = [
  ['format', 'format'],
  ['absent', 'absent'],
  ['order', 'lineOrder'],
] as const
/** Columns that decide about the order of a queue. */
const LINE_STANDS_BY = ['startsAt', 'format', 'lineOrder'] as const
const DEFAULT_UNIT: DurationUnit = DEFAULT_LIVE_EVENT_DURATION_DISPLAY
const DEFAULT_LENGTH = seconds(DEFAULT_LIVE_EVENT_DURATION * DURATION_UNIT_FACTORS[DEFAULT_UNIT])

/**
 * Creates an event, or changes the fields of one's own that differ. Sold places do not change. `first` runs before it
 * in the same transaction, perhaps several times: an event without a price of its own has that of the profile.
 */
export async function saveEvent(
  deps: LiveEventsDeps,
  edit: EventEdit,
  first?: (tx: Tx) => Promise<void>,
): Promise<void> {
  const newImage = edit.picture
    ? await storeImage(deps, { file: edit.picture, field: 'virtual_event.profile' })
    : null
  let isImageUsed = false
  try {
    isImageUsed = await reserveTime(deps.checkHolds, checked =>
      withTransaction(deps.db, async tx => {
        // The event's lock before the profile's, as everywhere.
        if (first && edit.patch.id) await lockEvent(tx, { id: edit.patch.id })
        await first?.(tx)
        // After all that may wait: an age that was corrected in that time counts.
        await refuseTooYoung(deps, tx, edit.person.id)
        const save = edit.patch.id ? changeStored : create
        return save(deps, tx, { ...edit, newImage, checked })
      }),
    )
  } finally {
    if (!isImageUsed) await newImage?.discard()
  }
  deps.outbox.nudge()
}

/** Answers whether the new image is used: a repeated creation keeps the image of the first. */
async function create(deps: LiveEventsDeps, tx: Tx, edit: Edit): Promise<boolean> {
  const { person, patch, newImage } = edit
  const fingerprint = fingerprintOf(patch)
  const uuid = patch.uuid ?? newId()
  // The lock runs creations of one owner one after the other, so that a repeated one finds the first.
  const profile = await lockProfile(tx, person.id)
  if (!profile) throw refuse.notFound()
  const first = await findEventByUuid(tx, person.id, uuid)
  if (first && first.fingerprint !== fingerprint) {
    throw refuse.conflict('This uuid was used for another event already')
  }
  if (first) return false
  const now = deps.clock.now()
  const written = writtenOf(patch, now)
  const pricePence = written.pricePence ?? profile.eventPricePence
  const { title, description } = written
  if (!title || !description || !pricePence) throw refuse.fields(missing({ title, description, pricePence }))
  await newImage?.insert(tx, person.id)
  const row = {
    ...newEvent(now),
    ...written,
    id: newId(),
    uuid,
    fingerprint,
    influencerId: person.id,
    title,
    description,
    pricePence,
    imageId: newImage?.id ?? null,
  }
  refuseAsQueue(row)
  await insertWithSlug(tx, { ...row, dueAt: nextDueAt(row) })
  await eventChanged(deps, tx, row)
  await keepTime(tx, row, { checked: edit.checked, now })
  return true
}

/** A dated event occupies its owner's time until it is over. */
async function keepTime(
  tx: Tx,
  event: Pick<EventRow, 'id' | 'influencerId' | 'startsAt' | 'format' | 'durationSeconds' | 'capacity'>,
  { checked, now }: { checked: CheckedHolds; now: Date },
): Promise<void> {
  const { id: eventId, influencerId: personId, startsAt } = event
  if (!startsAt) return freeTime(tx, eventId)
  const endsAt = new Date(startsAt.getTime() + eventLengthMs(event))
  const mayOverlap = event.format === 'broadcast'
  await reserveEventTime(tx, { eventId, personId, startsAt, endsAt, mayOverlap, checked, now })
}

function newEvent(now: Date) {
  return {
    durationSeconds: DEFAULT_LENGTH,
    durationDisplay: DEFAULT_UNIT,
    startsAt: null,
    dateSequence: 0,
    capacity: null,
    format: 'broadcast' as const,
    absent: 'refund' as const,
    lineOrder: 'paid' as const,
    state: 'scheduled' as const,
    ending: null,
    begunAt: null,
    endedAt: null,
    usedMs: 0,
    settlesBy: null,
    createdAt: now,
    updatedAt: now,
  }
}

async function insertWithSlug(tx: Tx, row: Omit<EventRow, 'slug'>): Promise<void> {
  for (let nth = 1; nth <= SLUG_TRIES; nth++) {
    if (await insertEvent(tx, { ...row, slug: slugOf(row.title, nth) })) return
  }
  invariant(false, 'one of several random addresses is free')
}

async function changeStored(deps: LiveEventsDeps, tx: Tx, edit: Edit): Promise<boolean> {
  const { person, patch, newImage } = edit
  const before = await lockEvent(tx, { id: patch.id ?? '' })
  // Attack: a person names another owner's event in their own profile.
  if (before?.influencerId !== person.id) throw refuse.notFound('There is no such event')
  if (before.state !== 'scheduled')
    throw refuse.conflict('This event has begun, is over or was cancelled: it cannot be changed any more')
  const now = deps.clock.now()
  const set: Partial<EventRow> = changesOf(before, patch, now)
  await refuseWhatWasSold(deps, tx, { before, set })
  refuseAsQueue({ ...before, ...set })
  if (changesTime(before, set)) set.dateSequence = before.dateSequence + 1
  if (newImage) {
    await newImage.insert(tx, person.id)
    set.imageId = newImage.id
    if (before.imageId) await deps.outbox.add(tx, IMAGE_REPLACED, { imageId: before.imageId })
  }
  if (Object.keys(set).length === 0) return false
  await updateEvent(tx, before.id, { ...set, dueAt: nextDueAt({ ...before, ...set }), updatedAt: now })
  // The order may be fixed already, of an empty queue: it was fixed for another start, or by another rule.
  if (LINE_STANDS_BY.some(column => set[column] !== undefined)) await deps.dropLine(tx, before.id)
  await eventChanged(deps, tx, before)
  if (changesTime(before, set)) await keepTime(tx, { ...before, ...set }, { checked: edit.checked, now })
  return newImage !== null
}

/**
 * Whether the event occupies another time of its owner than before: the time of a queue depends on its number of
 * places.
 */
function changesTime(before: EventRow, set: Partial<EventRow>): boolean {
  if (set.startsAt !== undefined || set.durationSeconds !== undefined) return true
  return eventLengthMs(before) !== eventLengthMs({ ...before, ...set })
}

/** Sold places have frozen copies of price, length and text; the start and the number of places have no copy. */
async function refuseWhatWasSold(
  deps: LiveEventsDeps,
  tx: Tx,
  change: { before: EventRow; set: Partial<EventRow> },
): Promise<void> {
  const { before, set } = change
  const sold = (await deps.placesHeld(tx, [before.id])).get(before.id) ?? 0
  if (set.startsAt !== undefined && sold > 0) {
    throw refuse.fields({ 'virtual_event.starts_at': [messages.startSold] })
  }
  // The rule for the money of absent fans, and the order of the fans, are part of what they bought.
  for (const [field, column] of STANDS_ONCE_SOLD) {
    if (set[column] === undefined || sold === 0) continue
    throw refuse.fields({ [`virtual_event.${field}`]: [messages.formatSold] })
  }
  // The length of a turn is part of what the other fans bought.
  if (before.format === 'queue' && set.durationSeconds !== undefined && sold > 0) {
    throw refuse.fields({ 'virtual_event.duration': [messages.lengthSold] })
  }
  if (set.capacity !== undefined && set.capacity !== null && set.capacity < sold) {
    throw refuse.fields({ 'virtual_event.capacity': [messages.capacityBelowSold] })
  }
}

/**
 * Refuses a queue without a start, without a number of places, or with turns of a wrong length; the table has the same
 * constraints.
 */
function refuseAsQueue({
  format,
  startsAt,
  capacity,
  durationSeconds,
}: Pick<EventRow, 'format' | 'startsAt' | 'capacity' | 'durationSeconds'>): void {
  if (format !== 'queue') return
  if (startsAt === null) throw refuse.fields({ 'virtual_event.starts_at': [messages.queueStart] })
  if (capacity === null || capacity > QUEUE_PLACES_MAX)
    throw refuse.fields({ 'virtual_event.capacity': [messages.queueCapacity] })
  if (durationSeconds < TURN_SECONDS_MIN || durationSeconds > TURN_SECONDS_MAX)
    throw refuse.fields({ 'virtual_event.duration': [messages.turnLength] })
}

function changesOf(before: EventRow, patch: VirtualEventPatch, now: Date): Partial<EventRow> {
  const sameStart =
    typeof patch.starts_at === 'string' && before.startsAt?.getTime() === Date.parse(patch.starts_at)
  const { starts_at: startsAt, ...others } = patch
  const written = writtenOf(sameStart || startsAt === undefined ? others : patch, now)
  const changed = Object.entries(written).filter(([name, value]) => before[name as keyof EventRow] !== value)
  return Object.fromEntries(changed)
}

/** The fields that the owner sent, checked; a missing field stays missing. */
function writtenOf(patch: VirtualEventPatch, now: Date) {
  const { title, description, amount, duration, duration_display, starts_at, capacity } = patch
  const { format, absent, order } = patch
  return {
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
    ...(amount === undefined ? {} : { pricePence: amount }),
    ...(duration === undefined ? {} : { durationSeconds: duration }),
    ...(duration_display === undefined ? {} : { durationDisplay: duration_display }),
    ...(starts_at === undefined ? {} : { startsAt: checkedStart(starts_at, now) }),
    ...(capacity === undefined
      ? {}
      : { capacity: capacity === null || capacity === '' ? null : Number(capacity) }),
    ...(format === undefined ? {} : { format }),
    ...(absent === undefined ? {} : { absent }),
    ...(order === undefined ? {} : { lineOrder: order }),
  }
}

function checkedStart(text: string | null, now: Date): Date | null {
  if (!text) return null
  const startsAt = new Date(text)
  const problem = (message: string) => refuse.fields({ 'virtual_event.starts_at': [message] })
  if (!(startsAt > now)) throw problem(messages.startPast)
  if (startsAt.getTime() - now.getTime() > LATEST_START_MS) throw problem(messages.startTooFar)
  return startsAt
}

function missing(given: {
  title: string | undefined
  description: string | undefined
  pricePence: Pence | null
}): FieldErrors {
  return {
    ...(given.title ? {} : { 'virtual_event.title': [messages.titleRequired] }),
    ...(given.description ? {} : { 'virtual_event.description': [messages.descriptionRequired] }),
    ...(given.pricePence ? {} : { 'virtual_event.amount': [messages.priceRequired] }),
  }
}

function fingerprintOf(patch: VirtualEventPatch): string {
  const fields = Object.entries(patch)
    .filter(([name]) => name !== 'uuid')
    .map(([name, value]) => `${name}=${value}`)
    .sort()
  return createHash('sha256').update(JSON.stringify(fields)).digest('base64url')
}
