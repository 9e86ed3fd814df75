import type { ClientMessage } from '@parley/contract/calls'
import type { HandsNews, StageAct, StageNews, StageState } from '@parley/contract/live/stage'
import { createStore, type Store } from '../../../store/store.ts'

export interface ShownGuest {
  id: string
  username: string
  isMuted: boolean
  /** When their time on the stage is over, by this page's own clock. */
  endsMs: number
}

export interface StageSnapshot {
  /** For the owner: usernames, who asked first is first. */
  hands: readonly string[]
  /** A viewer's own hand. */
  isRaised: boolean
  guest: ShownGuest | null
  /** For the owner: who was invited and has not answered. */
  invited: string | null
  /** Whether this page's viewer is invited, or on the stage. */
  you: 'invited' | 'on' | null
  /** Why the last press did nothing; null where it did. */
  refused: string | null
}

interface StageDeps {
  send(message: ClientMessage): void
  nowMs(): number
}

type Unnamed<T> = T extends unknown ? Omit<T, 'type'> : never

/** Raised hands and the stage of one event, by the server's messages. */
export class StageStore implements Store<StageSnapshot> {
  #deps: StageDeps
  #version = -1
  /** Whether this person wants to raise their hand: it is lowered with each socket, and raised again by the next. */
  #wantsUp = false
  #store = createStore<StageSnapshot>({
    hands: [],
    isRaised: false,
    guest: null,
    invited: null,
    you: null,
    refused: null,
  })

  subscribe = this.#store.subscribe
  getSnapshot = this.#store.getSnapshot

  constructor(deps: StageDeps) {
    this.#deps = deps
  }

  raise(raised: boolean): void {
    this.#wantsUp = raised
    this.#store.set({ refused: null })
    this.#deps.send({ type: 'hand', raised })
  }

  act(what: Unnamed<StageAct>): void {
    this.#store.set({ refused: null })
    this.#deps.send({ type: 'stage', ...what })
  }

  applyHands({ hands, raised, refused }: HandsNews): void {
    if (hands) this.#store.set({ hands: hands.map(({ username }) => username) })
    if (raised !== undefined) this.#store.set({ isRaised: raised })
    if (refused === undefined) return
    this.#wantsUp = false
    this.#store.set({ refused, isRaised: false })
  }

  apply({ state, from_start: isFromStart, refused }: StageNews): void {
    if (isFromStart) this.#version = -1
    if (state && state.version >= this.#version) this.#applyState(state)
    if (refused !== undefined) this.#store.set({ refused })
    if (isFromStart && this.#wantsUp && state?.you === undefined) this.raise(true)
  }

  #applyState({ version, guest, invited, you }: StageState): void {
    this.#version = version
    const before = this.getSnapshot().you
    // After an answer to the invitation the hand is lowered, whatever the answer.
    if (you === 'on' || (before !== null && you === undefined)) this.#wantsUp = false
    this.#store.set({
      guest: guest && {
        ...{ id: guest.id, username: guest.username, isMuted: guest.is_muted },
        endsMs: this.#deps.nowMs() + guest.left_seconds * 1000,
      },
      invited: invited ?? null,
      you: you ?? null,
      ...(this.#wantsUp ? {} : { isRaised: false }),
    })
  }
}
