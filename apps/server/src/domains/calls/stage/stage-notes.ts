import { HOUR_MS, SECOND_MS } from '@parley/contract'
import { newId } from '../../../core/ids.ts'
import type { Bus } from '../bus.ts'
import { UnsharedNotes } from '../chat/unshared-notes.ts'

/** Who was asked on the stage, or is on it. */
export interface StageGuest {
  personId: string
  username: string
  loginId: string
  /** The page that accepted: another tab of the same person is not on air without its own press. */
  pageId: string | null
  step: 'invited' | 'on'
  /** When the invitation or the time on the stage ends, by the application's clock. */
  untilMs: number
  isMuted: boolean
  /** Where the video provider has not taken that yet: whether they were muted before, as they still are. */
  stillMuted?: boolean | undefined
}

export interface Stage {
  /** A new one with each change. */
  id: string
  version: number
  guest: StageGuest | null
}

interface Hand {
  username: string
  /** The hand falls with the socket that raised it. */
  socketId: string
  sinceMs: number
}

export interface RaisedHand extends Hand {
  personId: string
}

const TTL_MS = 48 * HOUR_MS
/** A process that dies between its claim and its write blocks the stage for no longer. */
const CLAIM_MS = 5 * SECOND_MS

const STAGE = 'stage'
const HAND = 'hand:'
const nameOf = (roomId: string) => `stage:${roomId}`
const EMPTY: Stage = { id: 'none', version: 0, guest: null }

/** The state of a stage and of raised hands: on the bus, and nowhere else. */
export class StageNotes {
  #bus: Bus
  /** Hands that changed while other processes could not be reached, each as it is since. */
  #unshared = new UnsharedNotes()

  constructor(bus: Bus) {
    this.#bus = bus
  }

  async read(roomId: string): Promise<{ stage: Stage; hands: RaisedHand[] }> {
    const fields = await this.#bus.fields(nameOf(roomId))
    const text = fields[STAGE]
    const hands = Object.entries(fields).flatMap(([name, value]): RaisedHand[] =>
      name.startsWith(HAND) ? [{ ...(JSON.parse(value) as Hand), personId: name.slice(HAND.length) }] : [],
    )
    return {
      // Only servers of one version write to the bus, so its notes need no validation.
      stage: text === undefined ? EMPTY : (JSON.parse(text) as Stage),
      hands: hands.sort((a, b) => a.sinceMs - b.sinceMs),
    }
  }

  /**
   * Replaces the state `before` with `guest`; false if another press was first, in any process. Here two tabs of the
   * owner, a press and the timeout, or two processes meet: each state has one successor.
   */
  async change(roomId: string, before: Stage, guest: StageGuest | null): Promise<boolean> {
    if ((await this.#bus.claim(`${nameOf(roomId)}:${before.id}`, CLAIM_MS)) > 0) return false
    // A caller that read before an earlier successor was stored has claimed a past state.
    if ((await this.read(roomId)).stage.id !== before.id) return false
    const stage: Stage = { id: newId(), version: before.version + 1, guest }
    await this.#bus.setField(nameOf(roomId), { name: STAGE, value: JSON.stringify(stage), ttlMs: TTL_MS })
    return true
  }

  async setHand(roomId: string, personId: string, hand: Hand | null): Promise<void> {
    const before = hand ?? (await this.#handOf(roomId, personId))
    // It is down here already, and perhaps still has to be lowered where all processes read it.
    if (!before && !this.#bus.isWell()) return
    const value = hand && JSON.stringify(hand)
    await this.#bus.setField(nameOf(roomId), { name: HAND + personId, value, ttlMs: TTL_MS })
    if (this.#bus.isWell()) return this.#unshared.drop(roomId, personId)
    if (hand) this.#unshared.add(personId, { roomId, store: () => this.setHand(roomId, personId, hand) })
    else if (before) this.#lowerLater(roomId, personId, before.socketId)
    // Nobody else has seen it up, and it is down here: that it was raised must not be stored later.
    else this.#unshared.drop(roomId, personId)
  }

  /** Lowers the hand that this socket raised: until then the person may have raised it at another process. */
  #lowerLater(roomId: string, personId: string, socketId: string): void {
    const store = async () => {
      const hand = await this.#handOf(roomId, personId)
      if (!this.#bus.isWell()) this.#lowerLater(roomId, personId, socketId)
      else if (hand?.socketId === socketId) await this.setHand(roomId, personId, null)
    }
    this.#unshared.add(personId, { roomId, store })
  }

  async #handOf(roomId: string, personId: string): Promise<Hand | undefined> {
    return (await this.read(roomId)).hands.find(each => each.personId === personId)
  }

  /** After an outage: writes the hands that changed during it where all processes read them; returns the rooms. */
  storeHands(): Promise<Set<string>> {
    return this.#unshared.store()
  }

  ended(roomId: string): Promise<void> {
    this.#unshared.forget(roomId)
    return this.#bus.endIn(nameOf(roomId), 1)
  }
}
