import type { ClientMessage } from '@parley/contract/calls'
import type { SharingNews, SharingState } from '@parley/contract/in-call/chat'
import { createValueStore, type Store } from '../../../store/store.ts'

/** What each person sends of a screen, by username. */
type Sharing = ReadonlyMap<string, SharingState>

/** Who sends a screen, by the server's word, and what this page told of its own. */
export class SharingTold implements Store<Sharing> {
  #send: (message: ClientMessage) => void
  #own: SharingState | null = null
  #store = createValueStore<Sharing>(new Map())

  subscribe = this.#store.subscribe
  getSnapshot = this.#store.getSnapshot

  constructor(send: (message: ClientMessage) => void) {
    this.#send = send
  }

  /** Tells the others whether this page sends a screen. */
  tell(state: SharingState): void {
    if (state === (this.#own ?? 'off')) return
    this.#own = state
    this.#send({ type: 'share', state })
  }

  /** This page has come (back): the server tells it anew who shares, and this page what it sends itself. */
  startAgain(): void {
    this.#store.set(new Map())
    if (this.#own !== null) this.#send({ type: 'share', state: this.#own })
  }

  take({ by, state }: SharingNews): void {
    this.#store.set(new Map(this.#store.getSnapshot()).set(by, state))
  }
}
