import type { SessionRequestFields } from './session-request.ts'

/** The address of the form of a request, with its person and time, so that both survive a login. */
export function addressOf({ username, start, slot }: SessionRequestFields): string {
  const query = new URLSearchParams()
  if (username) query.set('influencer', username)
  if (slot) query.set('slot', slot)
  else if (start) query.set('start', start)
  const text = query.toString()
  return text === '' ? '/session-request' : `/session-request?${text}`
}

/** The values of the form from the query of its address. */
export function fieldsIn(search: string): SessionRequestFields {
  const query = new URLSearchParams(search)
  const slot = query.get('slot')
  return {
    username: query.get('influencer') ?? '',
    start: query.get('start') ?? '',
    slot: slot === null || Number.isNaN(Date.parse(slot)) ? null : slot,
  }
}
