import { setTimeout } from 'node:timers/promises'
import {
  HANDS_MAX,
  STAGE_GUEST_MS,
  STAGE_INVITATION_MS,
  STAGE_RETURN_MS,
  type StageAct,
  type StageRefusal,
  type StageState,
} from '@parley/contract'
import type { PersonSocket } from '../../../realtime/person-socket.ts'
import type { EventSubject } from '../../live-events/public.ts'
import type { CallsDeps } from '../deps.ts'
import { findDenial } from '../joining.ts'
import { publishToRoom } from '../room-messages.ts'
import { isPerformer, keyOfRoom, type RoomSubject } from '../room-subject.ts'
import type { ParticipantMedia } from '../video-provider.ts'
import { Absences } from './absences.ts'
import { isMuted, sendHands, sendStage, shownHands, shownStage, standing } from './shown-stage.ts'
import { type RaisedHand, type Stage, type StageGuest, StageNotes } from './stage-notes.ts'

export type StageDeps = CallsDeps & { callClock: { usedMs(roomId: string): Promise<number> } }

/** Somebody in a room who does something about its stage. */
interface Actor {
  subject: RoomSubject
  socket: PersonSocket
}

type Outcome = StageRefusal | null
type ActOf<A extends StageAct['act']> = Extract<StageAct, { act: A }>

const OFF_STAGE = 'off-stage'
/** Presses that meet another change are decided again, once that change is written. */
const TRIES = 5
const AGAIN_AFTER_MS = 25
/** A guest is not alone with the audience for longer than the owner's page may need to come back. */
const OWNER_RETURN_MS = 20_000

/**
 * Who asks to be on the stage of a broadcast, who is invited, and who is on it. A guest needs
 * the owner's invitation and presses a button. The provider gives and withdraws the right to send as this class says.
 */
export class RoomStage {
  readonly notes: StageNotes
  #deps: StageDeps
  /** Guests and owners, by room and person. */
  #absences = new Absences()
  /** Sockets of this process that raised a hand. */
  #raisedBy = new Set<string>()
  /** Rooms with a check in progress, and those in which a mute is requested again. */
  #polling = new Set<string>()
  #muting = new Set<string>()

  constructor(deps: StageDeps) {
    this.#deps = deps
    this.notes = new StageNotes(deps.bus)
  }

  /** Raises or lowers the hand of a viewer. */
  async hand({ subject, socket }: Actor, raised: boolean): Promise<void> {
    const { id: personId, username } = socket.person
    const why = this.#notAViewer({ subject, socket })
    if (why) return sendHands(socket, { refused: why })
    const { roomId } = subject
    const { hands } = await this.notes.read(roomId)
    const isUp = hands.some(each => each.personId === personId)
    if (raised && !isUp) {
      if (hands.length >= HANDS_MAX) return sendHands(socket, { raised: false, refused: 'full' })
      // Attack: somebody without a paid place, by a socket from before it ended.
      const person = { personId, loginId: socket.person.loginId }
      if (!(await this.#mayBeHere(subject, person))) return sendHands(socket, { refused: 'not_yours' })
    }
    // Attack: sockets that raise a hand and close at once, each of which would be remembered.
    if (socket.isPutOut()) return
    // Also where it is up: a page that came back raises it by its new socket.
    const sinceMs = hands.find(each => each.personId === personId)?.sinceMs ?? this.#nowMs
    if (raised) this.#raisedBy.add(socket.id)
    await this.notes.setHand(roomId, personId, raised ? { username, socketId: socket.id, sinceMs } : null)
    sendHands(socket, { raised })
    if (raised !== isUp) await this.#publish(roomId, 'hands')
  }

  #notAViewer({ subject, socket }: Actor): Outcome {
    if (subject.kind !== 'broadcast' || subject.format !== 'broadcast') return 'closed'
    if (subject.opensAt && this.#deps.clock.now() < subject.opensAt) return 'closed'
    return isPerformer(subject, socket.person.id) ? 'not_yours' : null
  }

  get #nowMs(): number {
    return this.#deps.clock.now().getTime()
  }

  #publish(roomId: string, kind: 'hands' | 'stage'): Promise<void> {
    return publishToRoom(this.#deps.bus, roomId, { kind })
  }

  /** Carries out what the owner, an invited viewer or the guest does; answers them at once. */
  async act(actor: Actor, act: StageAct): Promise<void> {
    const { subject, socket } = actor
    const why = await this.#carryOut(actor, act)
    const { stage } = await this.notes.read(subject.roomId)
    const state = this.shown(stage, subject, socket.person.id)
    sendStage(socket, why ? { state, refused: why } : { state })
  }

  async #carryOut({ subject, socket }: Actor, act: StageAct): Promise<Outcome> {
    if (subject.kind !== 'broadcast' || subject.format !== 'broadcast') return 'closed'
    const isOwner = isPerformer(subject, socket.person.id)
    for (let tries = 0; tries < TRIES; tries++) {
      const outcome = await this.#try(subject, { socket, isOwner }, act)
      if (outcome !== 'again') return outcome
      await setTimeout(AGAIN_AFTER_MS)
    }
    return 'late'
  }

  async #try(
    subject: EventSubject,
    { socket, isOwner }: { socket: PersonSocket; isOwner: boolean },
    act: StageAct,
  ): Promise<Outcome | 'again'> {
    const { stage, hands } = await this.notes.read(subject.roomId)
    switch (act.act) {
      case 'invite':
        return isOwner ? this.#invite(subject, { stage, hands }, act) : 'not_yours'
      case 'mute':
        return isOwner ? this.#mute(subject, stage, act) : 'not_yours'
      case 'remove':
        return isOwner ? this.#remove(subject, stage) : 'not_yours'
      case 'accept':
        return this.#accept(subject, stage, socket)
      case 'decline':
      case 'leave':
        // Attack: a viewer who ends what is another's.
        if (stage.guest?.personId !== socket.person.id) return 'late'
        return this.#end(subject.roomId, stage)
    }
  }

  async #invite(
    subject: EventSubject,
    { stage, hands }: { stage: Stage; hands: readonly RaisedHand[] },
    { username }: ActOf<'invite'>,
  ): Promise<Outcome | 'again'> {
    const { roomId } = subject
    if (this.#standing(stage)) return 'taken'
    const hand = hands.find(each => each.username === username)
    // Attack: an owner who invites somebody that did not raise a hand.
    if (!hand) return 'not_here'
    const { personId } = hand
    if (!(await this.#entryOf(roomId, personId))) {
      await this.lower(roomId, personId)
      return 'not_here'
    }
    const guest: StageGuest = {
      ...{ personId, username, loginId: '', pageId: null, step: 'invited', isMuted: false },
      untilMs: this.#nowMs + STAGE_INVITATION_MS,
    }
    return this.#put(roomId, stage, guest)
  }

  async #accept(subject: EventSubject, stage: Stage, socket: PersonSocket): Promise<Outcome | 'again'> {
    const { roomId } = subject
    const { id: personId, loginId } = socket.person
    const guest = this.#standing(stage)
    if (guest?.personId !== personId) return 'late'
    if (guest.step === 'on') return null
    if (!(await this.#mayBeHere(subject, { personId, loginId }))) return 'not_yours'
    const untilMs = this.#nowMs + STAGE_GUEST_MS
    const on: StageGuest = { ...guest, step: 'on', loginId, pageId: socket.pageId, untilMs }
    const outcome = await this.#put(roomId, stage, on)
    if (outcome === null) await this.lower(roomId, personId)
    return outcome
  }

  async #mute({ roomId }: EventSubject, stage: Stage, { muted }: ActOf<'mute'>): Promise<Outcome | 'again'> {
    const guest = this.#standing(stage)
    if (guest?.step !== 'on') return 'late'
    const isSo = guest.isMuted === muted
    const outcome = isSo
      ? null
      : await this.#put(roomId, stage, { ...guest, isMuted: muted, stillMuted: undefined })
    if (outcome === null) await this.#haveMuted(roomId, { ...guest, isMuted: muted }, isMuted(guest))
    return outcome
  }

  /**
   * Has the provider mute or unmute a guest, again after another press in between. Attack: a guest's page that still
   * sends audio. If the provider does not answer, the owner sees the true state, and each poll sends the request again.
   */
  async #haveMuted(roomId: string, wanted: StageGuest, before: boolean): Promise<void> {
    const failed = (error: unknown) => {
      if (wanted.stillMuted === undefined)
        this.#deps.log.warn({ err: error, roomId }, 'a mute was not taken; it is asked for again')
      return before
    }
    const taken = this.#deps.video.setMuted(roomId, wanted.personId, wanted.isMuted)
    const stillMuted = await taken.then(() => undefined, failed)
    for (let tries = 0; tries < TRIES; tries++) {
      const { stage } = await this.notes.read(roomId)
      const guest = this.#standing(stage)
      if (guest?.personId !== wanted.personId) return
      const isSo = stillMuted ?? wanted.isMuted
      if (guest.isMuted !== wanted.isMuted) return this.#haveMuted(roomId, guest, isSo)
      if (guest.stillMuted === stillMuted) return
      if ((await this.#put(roomId, stage, { ...guest, stillMuted })) === null) return
      await setTimeout(AGAIN_AFTER_MS)
    }
  }

  /** Waits for nothing: while the provider does not answer, the polls of the stage continue. */
  #muteAgain(roomId: string, guest: StageGuest, before: boolean): void {
    const key = `${roomId} ${guest.personId}`
    if (this.#muting.has(key)) return
    this.#muting.add(key)
    void this.#haveMuted(roomId, guest, before)
      .catch(err => this.#deps.log.warn({ err, roomId }, 'a mute could not be asked for again'))
      .finally(() => this.#muting.delete(key))
  }

  #standing(stage: Stage): StageGuest | null {
    return standing(stage, this.#nowMs)
  }

  /** Writes a change, and takes the media of a guest who is one no more. */
  async #put(roomId: string, before: Stage, guest: StageGuest | null): Promise<Outcome | 'again'> {
    if (!(await this.notes.change(roomId, before, guest))) return 'again'
    const was = before.guest
    try {
      if (was?.step === 'on' && was.personId !== guest?.personId) await this.#cut(roomId, was.personId)
    } finally {
      // The pages show them no more, also while the provider does not answer.
      await this.#publish(roomId, 'stage')
    }
    return null
  }

  #cut(roomId: string, personId: string): Promise<void> {
    return this.#deps.video.removeParticipant(roomId, personId, OFF_STAGE)
  }

  /** The owner's press counts even if this process does not know whom another process admitted to the stage. */
  async #remove(subject: EventSubject, stage: Stage): Promise<Outcome | 'again'> {
    const outcome = await this.#end(subject.roomId, stage)
    if (this.#deps.bus.isWell()) return outcome
    await this.#cutOthers(subject, await this.#deps.video.roomMedia(subject.roomId), null)
    return outcome === 'late' ? null : outcome
  }

  /** Takes out everybody who sends, but for the owner and whom they let on. */
  async #cutOthers(
    { roomId, influencer }: EventSubject,
    media: readonly ParticipantMedia[],
    letOn: string | null,
  ): Promise<void> {
    for (const { identity, mediaFlowing } of media) {
      if (!mediaFlowing || identity === influencer.id || identity === letOn) continue
      this.#deps.log.warn({ roomId }, 'somebody who was not on the stage sent, and was taken out')
      await this.#cut(roomId, identity)
    }
  }

  async #end(roomId: string, stage: Stage): Promise<Outcome | 'again'> {
    if (!stage.guest) return 'late'
    if (stage.guest.step === 'invited') await this.lower(roomId, stage.guest.personId)
    return this.#put(roomId, stage, null)
  }

  async lower(roomId: string, personId: string): Promise<void> {
    await this.notes.setHand(roomId, personId, null)
    await this.#publish(roomId, 'hands')
  }

  /** How a person may send beside the owner now; null if not, or if this process may have missed their removal. */
  async guestSlot(roomId: string, personId: string): Promise<{ isMuted: boolean } | null> {
    if (!this.#deps.bus.isWell()) return null
    const guest = this.#standing((await this.notes.read(roomId)).stage)
    return guest?.step === 'on' && guest.personId === personId ? { isMuted: guest.isMuted } : null
  }

  /** All that a page shows when it comes. Another page than the one that accepted is not on air. */
  async welcome({ subject, socket }: Actor): Promise<void> {
    if (subject.kind !== 'broadcast' || subject.format !== 'broadcast') return
    const { roomId } = subject
    const { id: personId } = socket.person
    let { stage, hands } = await this.notes.read(roomId)
    const { guest } = stage
    const isAnotherPage = guest?.pageId === null || guest?.pageId !== socket.pageId
    if (guest?.step === 'on' && guest.personId === personId && isAnotherPage) {
      await this.#end(roomId, stage)
      stage = (await this.notes.read(roomId)).stage
    }
    sendStage(socket, { state: this.shown(stage, subject, personId), from_start: true })
    if (isPerformer(subject, personId)) sendHands(socket, shownHands(hands))
    else sendHands(socket, { raised: hands.some(each => each.personId === personId) })
  }

  /** A socket has left, and the hand that it raised falls. */
  async left({ subject, socket }: Actor): Promise<void> {
    if (!this.#raisedBy.delete(socket.id)) return
    const { hands } = await this.notes.read(subject.roomId)
    if (hands.some(hand => hand.socketId === socket.id)) await this.lower(subject.roomId, socket.person.id)
  }

  /** Somebody's place does not stand any more. */
  async removePerson(roomId: string, personId: string): Promise<void> {
    const { stage, hands } = await this.notes.read(roomId)
    if (hands.some(hand => hand.personId === personId)) await this.lower(roomId, personId)
    if (stage.guest?.personId === personId) await this.#end(roomId, stage)
  }

  shown(stage: Stage, subject: RoomSubject, readerId: string): StageState {
    return shownStage(stage, { subject, readerId, nowMs: this.#nowMs })
  }

  /** Polls the stages of some rooms and waits for none: only a poll that hangs is skipped until it is done. */
  pollEach(subjects: readonly EventSubject[], failed: (error: unknown) => void): void {
    for (const subject of subjects) {
      const { roomId } = subject
      if (this.#polling.has(roomId)) continue
      this.#polling.add(roomId)
      void this.poll(subject)
        .catch(failed)
        .finally(() => this.#polling.delete(roomId))
    }
  }

  /**
   * Polls the stage of one room: whose time is over, who lost the right to be there, who sends without permission, and
   * who left with a raised hand. Every process with people in the room calls it several times a second.
   */
  async poll(subject: EventSubject): Promise<void> {
    const { roomId } = subject
    // First: a guest who was let on in between is known by then.
    const media = await this.#deps.video.roomMedia(roomId)
    const { stage, hands } = await this.notes.read(roomId)
    const { guest } = stage
    if (guest && !(await this.#mayStay(subject, guest))) await this.#end(roomId, stage)
    else if (guest?.stillMuted !== undefined) this.#muteAgain(roomId, guest, guest.stillMuted)
    // Without the other processes this one may not know who was let on.
    if (this.#deps.bus.isWell())
      await this.#cutOthers(subject, media, guest?.step === 'on' ? guest.personId : null)
    await this.#lowerOfAbsent(roomId, hands)
  }

  /** A hand that was written while its person left. Attack: fifty of these, and nobody else is let raise one. */
  async #lowerOfAbsent(roomId: string, hands: readonly RaisedHand[]): Promise<void> {
    if (hands.length === 0) return
    const people = hands.map(({ personId }) => personId)
    const { entries } = await this.#deps.bus.present(roomId, { atMost: 0, always: people })
    const here = new Set(entries.map(({ personId }) => personId))
    for (const personId of people)
      if (!this.#absences.isThere(`${roomId} ${personId}`, here.has(personId), STAGE_RETURN_MS))
        await this.lower(roomId, personId)
  }

  /** After an outage: a guest stored before it may have been removed during it, so the stage of this guest ends. */
  async catchUp({ roomId }: RoomSubject): Promise<void> {
    for (const each of await this.notes.storeHands()) await this.#publish(each, 'hands')
    const { stage } = await this.notes.read(roomId)
    if (stage.guest) await this.#end(roomId, stage)
  }

  async #mayStay(subject: EventSubject, guest: StageGuest): Promise<boolean> {
    if (!this.#standing({ id: '', version: 0, guest })) return false
    const { roomId } = subject
    const { personId } = guest
    if (!(await this.#isHere(roomId, personId, STAGE_RETURN_MS))) return false
    if (!(await this.#isHere(roomId, subject.influencer.id, OWNER_RETURN_MS))) return false
    return guest.step === 'invited' || this.#mayBeHere(subject, { personId, loginId: guest.loginId })
  }

  /** Whether somebody's page is there, or was a moment ago. */
  async #isHere(roomId: string, personId: string, withinMs: number): Promise<boolean> {
    const isHere = (await this.#entryOf(roomId, personId)) !== undefined
    return this.#absences.isThere(`${roomId} ${personId}`, isHere, withinMs)
  }

  async #entryOf(roomId: string, personId: string) {
    const { entries } = await this.#deps.bus.present(roomId, { atMost: 0, always: [personId] })
    return entries.find(entry => entry.personId === personId)
  }

  /** A valid paid place, a running event, a sufficient age, a valid login, and no block between person and owner. */
  async #mayBeHere(
    room: RoomSubject,
    { personId, loginId }: { personId: string; loginId: string },
  ): Promise<boolean> {
    const { subjects, apartFrom, activeLogins } = this.#deps
    const [subject, apart, logins] = await Promise.all([
      subjects.find(keyOfRoom(room)),
      apartFrom(personId),
      activeLogins([loginId]),
    ])
    if (subject?.kind !== 'broadcast' || apart.has(subject.influencer.id) || !logins.has(loginId))
      return false
    return (await findDenial(this.#deps, subject, personId)) === null
  }
}
