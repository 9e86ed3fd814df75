import { forgetNote, REQUEST_NOTE_KEY } from '../../../store/request-note.ts'
import { type SessionRequestFields, usernameIn } from './session-request.ts'

interface Kept {
  /** For whom it was written. */
  username: string
  note: string
}

/** Keeps the note of a form in this tab during a login: an address would show it in histories and logs. */
export function keepNote({ username, note = '' }: SessionRequestFields): void {
  forgetNote()
  if (note.trim() === '') return
  try {
    const kept: Kept = { username: usernameIn(username), note }
    sessionStorage.setItem(REQUEST_NOTE_KEY, JSON.stringify(kept))
  } catch {
    // A browser without storage loses the note at a login.
  }
}

/** The note that this tab keeps for a request to this person; empty if there is none. */
export function keptNote(username: string): string {
  try {
    const kept = JSON.parse(sessionStorage.getItem(REQUEST_NOTE_KEY) ?? 'null') as Kept | null
    return kept?.username === usernameIn(username) ? kept.note : ''
  } catch {
    // A browser without storage kept no note.
    return ''
  }
}
