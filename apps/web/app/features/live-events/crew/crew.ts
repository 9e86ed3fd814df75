import type { Crew } from '@parley/contract'
import { CHAT_MODERATORS_MAX } from '@parley/contract/in-call/chat'
import { USHERS_MAX } from '@parley/contract/live/queue'
import { messages } from '@parley/contract/messages'
import { ApiError } from '../../../api/errors.ts'
import { createStore, type Store } from '../../../store/store.ts'

export interface CrewSnapshot {
  /** By username; null until the server has answered. */
  names: readonly string[] | null
  /** The change that is being sent: the username that is removed, or 'add'. */
  sending: string | null
  /** The error of the typed name, in English. */
  error: string | null
}

export interface CrewDesk extends Store<CrewSnapshot> {
  load(): Promise<void>
  /** Answers whether they are named now; a refusal of the name is in `error`, any other failure is thrown. */
  add(typed: string): Promise<boolean>
  remove(username: string): Promise<void>
}

/** The helpers of an event: ushers of a queue, moderators of a broadcast. */
export type CrewField = keyof Crew

interface CrewDeps {
  field: CrewField
  /** `/api/parley/{slug}/event/crew/`. */
  path: string
  api: { get(path: string): Promise<Crew>; put(path: string, body: Partial<Crew>): Promise<Crew> }
}

const WORDS = {
  ushers: { nobody: messages.noSuchUsher, tooMany: messages.tooManyUshers, atMost: USHERS_MAX },
  moderators: {
    ...{ nobody: messages.noSuchModerator, tooMany: messages.tooManyModerators },
    atMost: CHAT_MODERATORS_MAX,
  },
} as const

/** The helpers of an event, as its owner names them: each change sends the whole list. */
export function createCrew({ field, path, api }: CrewDeps): CrewDesk {
  const store = createStore<CrewSnapshot>({ names: null, sending: null, error: null })

  async function load(): Promise<void> {
    store.set({ names: (await api.get(path))[field] })
  }

  async function save(about: string, names: readonly string[]): Promise<boolean> {
    if (store.getSnapshot().sending !== null) return false
    store.set({ sending: about, error: null })
    try {
      store.set({ names: (await api.put(path, { [field]: [...names] }))[field] })
      return true
    } catch (problem) {
      const error = refusedName(problem, field)
      if (error === null) throw problem
      store.set({ error })
      return false
    } finally {
      store.set({ sending: null })
    }
  }

  return {
    subscribe: store.subscribe,
    getSnapshot: store.getSnapshot,
    load,
    async add(typed) {
      const { names } = store.getSnapshot()
      const name = typed.trim().replace(/^@/, '').toLowerCase()
      if (!names) return false
      const { nobody, tooMany } = WORDS[field]
      const refused = name === '' ? nobody : isFull(field, names) ? tooMany : null
      if (refused !== null) {
        store.set({ error: refused })
        return false
      }
      return save('add', [...names, name])
    },
    async remove(username) {
      const { names } = store.getSnapshot()
      await save(
        username,
        (names ?? []).filter(each => each !== username),
      )
    },
  }
}

export const isFull = (field: CrewField, names: readonly string[]): boolean =>
  names.length >= WORDS[field].atMost

/** The server's error about the names themselves; null for any other failure. */
function refusedName(problem: unknown, about: CrewField): string | null {
  if (!(problem instanceof ApiError) || !problem.fields) return null
  const found = Object.entries(problem.fields).find(([field]) => field.split('.')[0] === about)
  return found?.[1][0] ?? null
}
