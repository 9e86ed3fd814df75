import type { Influencer, LiveEvent } from '@parley/contract'
import type { ApiClient } from '../../../api/client.ts'
import { ApiError } from '../../../api/errors.ts'
import { eventChanges } from '../event-changes.ts'
import type { EventForm } from '../event-form-schema.ts'

interface FirstSaved {
  event: LiveEvent | undefined
  /** What a stored earlier try may not have: the event has to be changed to it. */
  rest?: EventForm
}

/** Whether the server may have stored what it was sent. */
const isAnswerLost = (error: unknown) =>
  error instanceof ApiError && (error.status === 0 || error.status >= 500)
const isConflict = (error: unknown) => error instanceof ApiError && error.status === 409

const isMadeBy = (event: LiveEvent, form: EventForm) =>
  eventChanges(event, { ...form, picture: null }) === null

/**
 * Creates an event once, however often it is saved: one key over all tries. Where the server stored an earlier try
 * whose answer was lost, it finds that event.
 */
export function firstSave(deps: {
  api: Pick<ApiClient, 'get'>
  username: string
  newKey: () => string
  send: (fields: FormData) => Promise<Influencer>
}): (form: EventForm) => Promise<FirstSaved> {
  const key = deps.newKey()
  /** The tries without an answer: the server may have stored one of them. */
  const tries: EventForm[] = []

  async function created(form: EventForm): Promise<LiveEvent | undefined> {
    const fields = eventChanges(null, form) ?? new FormData()
    fields.set('virtual_event[uuid]', key)
    const { virtual_events: events } = await deps.send(fields)
    // The newest is first.
    return events.find(event => isMadeBy(event, form)) ?? events[0]
  }

  async function storedTry(): Promise<LiveEvent | undefined> {
    const { virtual_events: events } = await deps.api.get<Influencer>(`/api/parley/${deps.username}/`)
    return events.find(event => tries.some(form => isMadeBy(event, form)))
  }

  return async form => {
    try {
      const event = await created(form)
      // The server compares the words of a repeated creation, and keeps the picture of the first.
      const isNewPicture = form.picture !== null && tries.some(({ picture }) => picture !== form.picture)
      return isNewPicture ? { event, rest: form } : { event }
    } catch (error) {
      if (isAnswerLost(error)) tries.push(form)
      // The key is of an earlier try with other words.
      const event = isConflict(error) && tries.length > 0 ? await storedTry() : undefined
      if (!event) throw error
      const isSamePicture = tries.every(({ picture }) => picture === form.picture)
      return { event, rest: isSamePicture ? { ...form, picture: null } : form }
    }
  }
}
