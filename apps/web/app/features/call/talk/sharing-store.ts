import type { ClientMessage } from '@parley/contract/calls'
import type { SharingNews, SharingState } from '@parley/contract/in-call/chat'
import { createValueStore, type Store } from '../../../store/store.ts'

/** The screen sharing of each person, by username. */
type Sharing = ReadonlyMap<string, SharingState>

/** Who shares a screen, by the server's messages, and what this page announced itself. */
export class SharingStore implements Store<Sharing> {
  #send: (message: ClientMessage) => void
  #own: SharingState | null = null
  #store = createValueStore<Sharing>(new Map())

  subscribe = this.#store.subscribe
  getSnapshot = this.#store.getSnapshot

  constructor(send: (message: ClientMessage) => void) {
    this.#send = send
  }

  /** Sends the others whether this page shares a screen. */
  publish(state: SharingState): void {
    if (state === (this.#own ?? 'off')) return
    this.#own = state
    this.#send({ type: 'share', state })
  }

  /** This page joined or rejoined: the server sends it who shares, and the page announces its own sharing again. */
  startAgain(): void {
    this.#store.set(new Map())
    if (this.#own !== null) this.#send({ type: 'share', state: this.#own })
  }

  /**
   * Another turn of a line begins. Messages about the turn before do not hold: its end is not sent here any more.
   */
  beginTurn(): void {
    this.#store.set(new Map())
  }

  apply({ by, state }: SharingNews): void {
    this.#store.set(new Map(this.#store.getSnapshot()).set(by, state))
  }
}
