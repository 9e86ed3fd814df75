import type { LiveEvent } from '@parley/contract'
import { DEFAULT_LIVE_EVENT_DURATION, DEFAULT_LIVE_EVENT_DURATION_DISPLAY } from '@parley/contract/constants'
import { durationInUnit, durationUnit, typedSeconds } from '@parley/contract/duration'
import { amountField } from '@parley/contract/fields'
import { formatAmount } from '@parley/contract/money'
import { t } from '../../language/text.ts'
import type { EventForm, TypedEvent } from './event-form-schema.ts'

/** The first values of the form; `amount` is the owner's usual price of a place. */
export function typedFrom(event: LiveEvent | null, amount: string): Omit<TypedEvent, 'picture'> {
  if (!event) {
    return {
      title: '',
      description: '',
      amount,
      duration: String(DEFAULT_LIVE_EVENT_DURATION),
      duration_display: String(DEFAULT_LIVE_EVENT_DURATION_DISPLAY),
      starts_at: '',
      capacity: '',
      format: 'broadcast',
      absent: 'refund',
      order: 'paid',
    }
  }
  return {
    title: event.title,
    description: event.description,
    amount: event.amount,
    duration: String(durationInUnit(event.duration, event.duration_display)),
    duration_display: String(event.duration_display),
    starts_at: event.starts_at ? localTimeOf(event.starts_at) : '',
    capacity: event.capacity === null ? '' : String(event.capacity),
    format: event.format,
    absent: event.absent ?? 'refund',
    order: event.order ?? 'paid',
  }
}

/** A moment as the value of a `datetime-local` control, in this browser's time zone. */
function localTimeOf(iso: string): string {
  const at = new Date(iso)
  const shifted = new Date(at.getTime() - at.getTimezoneOffset() * 60_000)
  return shifted.toISOString().slice(0, 16)
}

const asIso = (local: string) => (local === '' ? '' : new Date(local).toISOString())

/** The form data to send: everything of a new event, else the changed fields; null without a change. */
export function eventChanges(current: LiveEvent | null, form: EventForm): FormData | null {
  const before = current && typedFrom(current, current.amount)
  const fields: Record<string, [sent: string, was: string | undefined]> = {
    title: [form.title, current?.title],
    description: [form.description, current?.description],
    amount: [formatAmount(form.amount), current?.amount],
    duration: [String(form.duration), current ? String(current.duration) : undefined],
    duration_display: [String(form.duration_display), before ? String(before.duration_display) : undefined],
    starts_at: [form.starts_at, before?.starts_at],
    capacity: [String(form.capacity), before ? String(before.capacity) : undefined],
    ...queueFields(current, form),
  }
  const changes = new FormData()
  for (const [name, [sent, was]] of Object.entries(fields)) {
    if (sent === was || (was === undefined && sent === '')) continue
    changes.set(`virtual_event[${name}]`, name === 'starts_at' ? asIso(sent) : sent)
  }
  if (form.picture) changes.set('virtual_event[profile]', form.picture)
  if ([...changes.keys()].length === 0) return null
  if (current) changes.set('virtual_event[id]', current.id)
  return changes
}

/** The fields of a queue; a new broadcast needs none of them. */
function queueFields(
  current: LiveEvent | null,
  { format, absent, order }: EventForm,
): Record<string, [sent: string, was: string | undefined]> {
  const kind: [string, string] = [format, current?.format ?? 'broadcast']
  if (format !== 'queue') return { format: kind }
  return {
    format: kind,
    absent: [absent, current?.absent ?? undefined],
    order: [order, current?.order ?? undefined],
  }
}

/** The event as visitors would see it, from the typed fields. */
export function previewOf(
  typed: Omit<TypedEvent, 'picture'>,
  base: { event: LiveEvent | null; username: string },
): LiveEvent {
  const { event, username } = base
  const unit = durationUnit(typed.duration_display)
  const seconds = typedSeconds(String(typed.duration), unit)
  const capacity = Number(typed.capacity) || null
  return {
    id: event?.id ?? '',
    slug: event?.slug ?? '',
    title: typed.title.trim() || t('Your title'),
    description: typed.description.trim() || t('Your description'),
    profile: { picture: event?.profile.picture ?? null },
    format: typed.format,
    absent: typed.format === 'queue' ? typed.absent : null,
    order: typed.format === 'queue' ? typed.order : null,
    amount: formatAmount(amountField.safeParse(typed.amount).data ?? 0),
    duration: typeof seconds === 'number' ? seconds : 0,
    duration_display: unit,
    state: event?.state ?? 'scheduled',
    starts_at: Number.isNaN(Date.parse(typed.starts_at)) ? null : asIso(typed.starts_at),
    capacity,
    places_left: event?.capacity === capacity ? event.places_left : capacity,
    influencer: event?.influencer ?? { user: { id: '', username } },
  }
}
