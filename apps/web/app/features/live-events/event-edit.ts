import type { FieldErrors, Influencer, LiveEvent } from '@parley/contract'
import { EVENT_ERROR_CLEAR_MS } from '@parley/contract/constants'
import type { ApiClient } from '../../api/client.ts'
import { ApiError, errorText } from '../../api/errors.ts'
import { latestTimer } from '../../store/latest-timer.ts'
import { createStore } from '../../store/store.ts'
import { eventChanges } from './event-changes.ts'
import type { EventForm } from './event-form-schema.ts'

export interface EventEditSnapshot {
  mode: 'edit' | 'preview'
  event: LiveEvent | null
  saving: boolean
  errors: FieldErrors | null
  problem: string | null
}

export interface EventEditDeps {
  api: Pick<ApiClient, 'patch'>
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
  /** The same over retries: the server creates only one event for it. */
  const key = deps.newKey()

  function keepStored({ virtual_events: events }: Influencer) {
    const before = store.getSnapshot().event
    // The newest is first.
    const event = (before ? events.find(({ id }) => id === before.id) : events[0]) ?? null
    const stored = event ?? before
    set({ event: stored, errors: null, problem: null })
    if (stored) deps.saved(stored)
  }

  return {
    subscribe: store.subscribe,
    getSnapshot: store.getSnapshot,
    show: (mode: EventEditSnapshot['mode']) => set({ mode }),
    /** Sends the changed fields; sends nothing without a change. */
    async save(form: EventForm): Promise<void> {
      const { saving, event } = store.getSnapshot()
      if (saving) return
      const changes = eventChanges(event, form)
      if (changes === null) return event ? deps.saved(event) : undefined
      if (!event) changes.set('virtual_event[uuid]', key)
      set({ saving: true, errors: null, problem: null })
      try {
        keepStored(await deps.api.patch<Influencer>(`/api/influencer/${deps.username}/`, changes))
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
