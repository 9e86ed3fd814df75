import { MESSAGE_STAGE, STAGE_EVERY_MS } from '@parley/contract'
import type { ChatRoom } from '../chat/chat-room.ts'
import { Paced } from '../clock/paced.ts'
import { isPerformer } from '../room-subject.ts'
import type { RoomStage } from './room-stage.ts'
import { sendHands, shownHands } from './shown-stage.ts'

/** Sends the stage and the raised hands of one room to its sockets in this process, each at most once a second. */
export class StageDelivery {
  #stage: RoomStage
  #room: ChatRoom
  #stageSending: Paced
  #handsSending: Paced
  #failed: (error: unknown) => void

  constructor(stage: RoomStage, room: ChatRoom, failed: (error: unknown) => void) {
    this.#stage = stage
    this.#room = room
    this.#failed = failed
    const paced = (send: () => Promise<void>) =>
      new Paced(
        () => send().catch(failed),
        () => STAGE_EVERY_MS,
      )
    this.#stageSending = paced(() => this.#sendStage())
    this.#handsSending = paced(() => this.#sendHands())
  }

  handle(kind: 'hands' | 'stage'): void {
    if (kind === 'stage') this.#stageSending.request()
    else this.#handsSending.request()
  }

  /**
   * Polls what was missed while other processes could not be reached. Nothing waits for it: a provider that hangs
   * delays no other room.
   */
  catchUp(): void {
    this.#stage.catchUp(this.#room.subject).catch(this.#failed)
    this.handle('stage')
    this.handle('hands')
  }

  stop(): void {
    this.#stageSending.stop()
    this.#handsSending.stop()
  }

  /** Serialized once for everybody whom it does not concern. */
  async #sendStage(): Promise<void> {
    const { subject, roomId } = this.#room
    const { stage } = await this.#stage.notes.read(roomId)
    const textFor = (readerId: string) =>
      JSON.stringify({
        handler: MESSAGE_STAGE,
        payload: { state: this.#stage.shown(stage, subject, readerId) },
      })
    const common = textFor('')
    for (const socket of this.#room.sockets()) {
      const { id } = socket.person
      const isConcerned = id === stage.guest?.personId || isPerformer(subject, id)
      socket.sendText(isConcerned ? textFor(id) : common)
    }
  }

  async #sendHands(): Promise<void> {
    const { subject, roomId } = this.#room
    const owners = this.#room.sockets().filter(({ person }) => isPerformer(subject, person.id))
    if (owners.length === 0) return
    const { hands } = await this.#stage.notes.read(roomId)
    for (const socket of owners) sendHands(socket, shownHands(hands))
  }
}
