import type { ClientMessage } from '@parley/contract/calls'
import type { SharingNews, SharingState } from '@parley/contract/in-call/chat'
import { createStore, type Store } from '../../../store/store.ts'

/** Who sends a screen, by the server's word, and what this page told of its own. */
export class SharingTold implements Store<SharingNews> {
  #send: (message: ClientMessage) => void
  #own: SharingState | null = null
  #store = createStore<SharingNews>({ by: '', state: 'off' })

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

  /** After a break, and after a reload that ended what was shared: once there was something to tell. */
  tellAgain(): void {
    if (this.#own !== null) this.#send({ type: 'share', state: this.#own })
  }

  take(news: SharingNews): void {
    this.#store.set(news)
  }
}
