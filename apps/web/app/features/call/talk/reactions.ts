import type { ClientMessage } from '@parley/contract/calls'
import { REACTIONS, type Reaction, type ReactionCounts } from '@parley/contract/in-call/chat'
import { createStore, type Store } from '../../../store/store.ts'

export const REACTION_SIGNS: Readonly<Record<Reaction, string>> = {
  heart: '❤️',
  clap: '👏',
  laugh: '😂',
  wow: '😮',
  fire: '🔥',
  thumbs_up: '👍',
}

/** A sign on its way up the stage. */
export interface Floating {
  key: number
  reaction: Reaction
  /** How many of it there were in one step. */
  times: number
  /** 0 to 1, across the stage. */
  place: number
}

export interface ReactionsSnapshot {
  floating: readonly Floating[]
}

const SHOWN_MS = 2_600
const AT_ONCE_MAX = 18

/** Reactions, as icons that rise and disappear. */
export class Reactions implements Store<ReactionsSnapshot> {
  #send: (message: ClientMessage) => void
  #store = createStore<ReactionsSnapshot>({ floating: [] })
  #keys = 0

  subscribe = this.#store.subscribe
  getSnapshot = this.#store.getSnapshot

  constructor(send: (message: ClientMessage) => void) {
    this.#send = send
  }

  react(reaction: Reaction): void {
    this.#send({ type: 'react', reaction })
  }

  apply(counts: ReactionCounts): void {
    const fresh = REACTIONS.flatMap((reaction): Floating[] => {
      const times = counts[reaction] ?? 0
      if (times === 0) return []
      const key = ++this.#keys
      return [{ key, reaction, times, place: (key * 0.37) % 1 }]
    })
    if (fresh.length === 0) return
    this.#store.set({ floating: [...this.getSnapshot().floating, ...fresh].slice(-AT_ONCE_MAX) })
    setTimeout(() => {
      const faded = new Set(fresh.map(each => each.key))
      this.#store.set({ floating: this.getSnapshot().floating.filter(each => !faded.has(each.key)) })
    }, SHOWN_MS)
  }
}
