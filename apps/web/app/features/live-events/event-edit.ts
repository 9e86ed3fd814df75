import type { FieldErrors, Influencer, LiveEvent } from '@parley/contract'
import { EVENT_ERROR_CLEAR_MS } from '@parley/contract/constants'
import type { ApiClient } from '../../api/client.ts'
import { ApiError, errorText } from '../../api/errors.ts'
import { latestTimer } from '../../store/latest-timer.ts'
import { createStore } from '../../store/store.ts'
import { eventChanges } from './event-changes.ts'
import type { EventForm } from './event-form-schema.ts'
import { firstSave } from './new-event/first-save.ts'

export interface EventEditSnapshot {
  mode: 'edit' | 'preview'
  event: LiveEvent | null
  saving: boolean
  errors: FieldErrors | null
  problem: string | null
}

export interface EventEditDeps {
  api: Pick<ApiClient, 'get' | 'patch'>
  /** The owner. */
  username: string
  /** Null for a new one. */
  event: LiveEvent | null
  /** Called when the event is stored: its own page says so. */
  saved: (event: LiveEvent) => void
  newKey: () => string
  setTimer: (work: () => void, delayMs: number) => unknown
}

/** The editor of an event: edit and preview, then save. */
export function createEventEdit(deps: EventEditDeps) {
  const store = createStore<EventEditSnapshot>({
    mode: 'edit',
    event: deps.event,
    saving: false,
    errors: null,
    problem: null,
  })
  const { set } = store
  const clearProblem = latestTimer(deps.setTimer)
  const send = (fields: FormData) => deps.api.patch<Influencer>(`/api/influencer/${deps.username}/`, fields)
  const created = firstSave({ ...deps, send })

  async function changed(event: LiveEvent, form: EventForm): Promise<LiveEvent> {
    const changes = eventChanges(event, form)
    if (changes === null) return event
    const { virtual_events: events } = await send(changes)
    return events.find(({ id }) => id === event.id) ?? event
  }

  async function stored(form: EventForm): Promise<LiveEvent | undefined> {
    const { event } = store.getSnapshot()
    if (event) return changed(event, form)
    const first = await created(form)
    if (!first.event || !first.rest) return first.event
    // From now on what is saved is a change, also when this one is refused.
    set({ event: first.event })
    return changed(first.event, first.rest)
  }

  return {
    subscribe: store.subscribe,
    getSnapshot: store.getSnapshot,
    show: (mode: EventEditSnapshot['mode']) => set({ mode }),
    /** Sends the changed fields; sends nothing without a change. */
    async save(form: EventForm): Promise<void> {
      if (store.getSnapshot().saving) return
      set({ saving: true, errors: null, problem: null })
      try {
        const event = await stored(form)
        if (event) {
          set({ event })
          deps.saved(event)
        }
        set({ saving: false })
      } catch (error) {
        const errors = error instanceof ApiError ? error.fields : null
        set({ saving: false, mode: 'edit', errors, problem: errorText(error) })
        clearProblem(() => set({ errors: null, problem: null }), EVENT_ERROR_CLEAR_MS)
      }
    },
  }
}
export type EventEdit = ReturnType<typeof createEventEdit>
