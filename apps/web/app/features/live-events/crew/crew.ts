import type { Crew } from '@parley/contract'
import { USHERS_MAX } from '@parley/contract/live/queue'
import { messages } from '@parley/contract/messages'
import { ApiError } from '../../../api/errors.ts'
import { createStore, type Store } from '../../../store/store.ts'

export interface CrewSnapshot {
  /** By username; null until the server has said them. */
  ushers: readonly string[] | null
  /** Of what is being sent: who is taken out, or 'add'. */
  sending: string | null
  /** What is wrong with the name that was typed, in English. */
  error: string | null
}

export interface CrewDesk extends Store<CrewSnapshot> {
  load(): Promise<void>
  /** Answers whether they are named now; a refusal of the name is in `error`, any other failure is thrown. */
  add(typed: string): Promise<boolean>
  remove(username: string): Promise<void>
}

interface CrewDeps {
  /** `/api/parley/{slug}/event/crew/`. */
  path: string
  api: { get(path: string): Promise<Crew>; put(path: string, body: Crew): Promise<Crew> }
}

/** The ushers of a queue, as its owner names them: each change sends all of them. */
export function createCrew({ path, api }: CrewDeps): CrewDesk {
  const store = createStore<CrewSnapshot>({ ushers: null, sending: null, error: null })

  async function load(): Promise<void> {
    store.set({ ushers: (await api.get(path)).ushers })
  }

  async function save(about: string, ushers: readonly string[]): Promise<boolean> {
    if (store.getSnapshot().sending !== null) return false
    store.set({ sending: about, error: null })
    try {
      store.set({ ushers: (await api.put(path, { ushers: [...ushers] })).ushers })
      return true
    } catch (problem) {
      const error = refusedName(problem)
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
      const { ushers } = store.getSnapshot()
      const name = typed.trim().replace(/^@/, '').toLowerCase()
      if (!ushers) return false
      const refused = name === '' ? messages.noSuchUsher : isFull(ushers) ? messages.tooManyUshers : null
      if (refused !== null) {
        store.set({ error: refused })
        return false
      }
      return save('add', [...ushers, name])
    },
    async remove(username) {
      const { ushers } = store.getSnapshot()
      await save(
        username,
        (ushers ?? []).filter(each => each !== username),
      )
    },
  }
}

export const isFull = (ushers: readonly string[]): boolean => ushers.length >= USHERS_MAX

/** What the server says of the names themselves; null for any other failure. */
function refusedName(problem: unknown): string | null {
  if (!(problem instanceof ApiError) || !problem.fields) return null
  const found = Object.entries(problem.fields).find(([field]) => field.split('.')[0] === 'ushers')
  return found?.[1][0] ?? null
}
