import { randomUUID } from 'node:crypto'
import { CALL_STATS_EVERY_MS } from '@parley/contract'
import { arrivalsRead } from '../../core/clock.ts'
import { type Domain, domainOf } from '../../core/domain.ts'
import { Refusal } from '../../core/refusal.ts'
import { workOf } from '../../core/topic.ts'
import type { Channel } from '../../realtime/upgrade.ts'
import { isAnySuspended } from '../accounts/public.ts'
import type { SaidLine } from '../safety/public.ts'
import { admitEarly } from './admit-early.ts'
import { ChatModeration } from './chat/moderate-chat.ts'
import { RoomChat } from './chat/room-chat.ts'
import { chatChannel, streamChannel } from './chat-channel.ts'
import { CallClock } from './clock/call-clock.ts'
import { leaveCall } from './clock/end-call.ts'
import type { Side } from './clock/media-flow.ts'
import { MediaMinutes } from './clock/media-minutes.ts'
import { Paced } from './clock/paced.ts'
import { repeat } from './clock/repeat.ts'
import { CALL_TOPICS, type CallsDeps } from './deps.ts'
import { sendTurnChatAgain } from './follow-turn.ts'
import { endOf } from './joining.ts'
import { keepsakeRoutes } from './keepsakes/keepsake-routes.ts'
import { deleteOldKeepsakes } from './keepsakes/keepsake-store.ts'
import { deleteOldMediaMinutes } from './media-minute-store.ts'
import { opinionRoutes } from './opinions/opinion-routes.ts'
import { callPersonalData } from './personal-data.ts'
import { CallPresence } from './presence/call-presence.ts'
import { LoginWatch } from './presence/login-watch.ts'
import { questionRoutes } from './questions/question-routes.ts'
import { deleteOldQuestions } from './questions/question-store.ts'
import { withdrawPlace } from './questions/room-questions.ts'
import { publishLine, publishReturn, publishToRoom, subscribeToReturns } from './room-messages.ts'
import type { RoomSubject } from './room-subject.ts'
import { callRoutes } from './routes.ts'
import { RoomStage } from './stage/room-stage.ts'
import type { VideoEvent } from './video-provider.ts'

const END_DUE_EVERY_MS = 250
const HEARTBEAT_EVERY_MS = 1_000
const ALONE_SAVED_EVERY_MS = 2_000
const MEDIA_SAVED_EVERY_MS = 10_000
const RECOVER_EVERY_MS = 2_000
/** Many processes come back from one outage of the bus together. */
const CATCH_UP_EVERY_MS = 2_000
/** The interval of checks of the logins; sockets and media of a revoked login end within five seconds. */
export const LOGINS_EVERY_MS = 3_000
const PRESENCE_EVERY_MS = 10_000
/** The interval of checks of the stage: a guest who may not stay is off it within a second. */
export const STAGES_EVERY_MS = 300
/**
 * How often all lines of the process are sent to everybody in them: expected times change without any other change.
 */
const LINES_SENT_EVERY_MS = 15_000

export interface Calls extends Domain {
  /** Presence sockets, for the upgrade table. */
  channels: readonly Channel[]
  /** Closes what a crash left open, then counts. */
  start(): Promise<void>
  /** Ends all paid time as ended by the platform, and stops counting; the upgrade table closes the sockets. */
  drain(): Promise<void>
  /** Checks again whether a call or an event may continue: after a refund, a dispute, a claim, a cancellation. */
  onRoomChanged(roomId: string): Promise<void>
  /** Ends a call on one side, as if the person on that side had pressed End Call. */
  leave(roomId: string, side: Side): Promise<void>
  /** Nothing more is written in a room: its chat is not kept for long. */
  endChat(roomId: string): Promise<void>
  /** Begins the turn of two people who may wait connected. */
  admitEarly(roomId: string): Promise<void>
  /** A turn is not the next one any more: removes the people who wait in its room, and invalidates their tickets. */
  closeEarlyRoom(roomId: string): Promise<void>
  /** Checks again whether a person's place at an event is valid, and removes them if not. */
  onPlaceChanged(place: { eventId: string; buyerId: string }): Promise<void>
  /** Sends everybody in a line its present state. */
  publishQueue(eventId: string): Promise<void>
  /** The rules or the moderators of a chat have changed: informs its pages. */
  publishChat(roomId: string): Promise<void>
  /** Closes the sockets of people who have neither a place nor a task in the line any more. */
  leaveLine(eventId: string, personIds: readonly string[]): Promise<void>
  /**
   * Whether a person has the page of a call or an event open; null where this process does not see them, and cannot
   * reach the other processes either.
   */
  isHere(roomId: string, personId: string): Promise<boolean | null>
  /** Polls every call of this process and stores the result; call it before a time rule runs at a moved clock. */
  writeDown(): Promise<void>
  /** The last lines of the chat of a call, for a report. */
  chatLines(roomId: string): Promise<SaidLine[]>
  metrics(): Record<'liveCalls' | 'watchedCalls' | 'callSockets' | 'lostLeases', number>
}

/** The calls domain of one process: presence, video rooms and the clock of paid time. */
export function createCalls(deps: CallsDeps): Calls {
  const callClock = new CallClock({ ...deps, holder: randomUUID() })
  const chat = new RoomChat(deps)
  const stage = new RoomStage({ ...deps, callClock })
  const mediaMinutes = new MediaMinutes()
  const saveMedia = () => mediaMinutes.save(deps.db, deps.clock.now().getTime())
  const presence = new CallPresence(deps, {
    chat,
    stage,
    onChanged: subject => void callClock.recheck(callClock.watch(subject).id).catch(failed),
  })
  const logins = new LoginWatch(deps, { presence, callClock })
  const ticketDeps = {
    ...deps,
    callClock,
    logins,
    presence,
    chat,
    stage,
    moderation: new ChatModeration(deps, chat),
  }
  const stops: (() => void)[] = []

  function failed(error: unknown): void {
    deps.log.error({ err: error }, 'the calls domain could not do its rounds')
  }

  let announcedAtMs = Number.NEGATIVE_INFINITY

  /** Messages have the time that the heartbeat has just stored. */
  async function heartbeat(): Promise<void> {
    await callClock.pollAll()
    await callClock.heartbeat()
    if (performance.now() - announcedAtMs < CALL_STATS_EVERY_MS - HEARTBEAT_EVERY_MS / 2) return
    announcedAtMs = performance.now()
    await callClock.announceLive()
  }

  function startRounds(): void {
    stops.push(
      deps.video.subscribe(event => {
        callClock.handleEvent(event)
        logins.handleEvent(event)
        if (event.type === 'sizes-watched') void publishSizes(deps, event).catch(failed)
        const side = callClock.room(event.roomId)?.sideOf(event.identity) ?? null
        if (mediaMinutes.add(event, side) === 'save') void saveMedia().catch(failed)
      }),
      repeat(END_DUE_EVERY_MS, () => callClock.endDue(), failed),
      repeat(HEARTBEAT_EVERY_MS, heartbeat, failed),
      repeat(ALONE_SAVED_EVERY_MS, () => callClock.saveAlone(), failed),
      repeat(CALL_STATS_EVERY_MS, () => callClock.recheckAll(), failed),
      repeat(MEDIA_SAVED_EVERY_MS, saveMedia, failed),
      repeat(RECOVER_EVERY_MS, () => callClock.recover('lease-expired'), failed),
      repeat(LOGINS_EVERY_MS, () => logins.check(), failed),
      repeat(STAGES_EVERY_MS, () => stage.pollEach(presence.broadcasts(), failed), failed),
      repeat(LINES_SENT_EVERY_MS, async () => presence.sendLines(), failed),
      repeat(PRESENCE_EVERY_MS, () => presence.renew(), failed),
    )
  }

  return {
    channels: [
      chatChannel(ticketDeps, 'chat'),
      chatChannel(ticketDeps, 'paidchat'),
      streamChannel(ticketDeps),
    ],
    ...domainOf({ cleanUp: () => deleteOld(deps), personal: callPersonalData(deps) }),
    routes: [
      callRoutes(ticketDeps),
      opinionRoutes(ticketDeps),
      questionRoutes(ticketDeps),
      keepsakeRoutes(deps),
    ],
    work: [workOf(CALL_TOPICS.timeUsed, ({ requestId }) => completeUsedUp(deps, requestId))],
    async start() {
      // A process that is alone knows that the former holder of a lease has died.
      await callClock.recover(deps.bus.reach === 'one-process' ? 'any-holder' : 'lease-expired')
      stops.push(await catchUpOnReturns(deps, { presence, chat, failed }))
      startRounds()
    },
    async drain() {
      // A stop that was reported while this process stood still ends the call before the drain does.
      await arrivalsRead()
      for (const stop of stops.splice(0)) stop()
      await callClock.pause().finally(() => saveMedia().catch(failed))
    },
    async onRoomChanged(roomId) {
      await publishToRoom(deps.bus, roomId, { kind: 'changed' })
      await callClock.recheck(roomId)
      // With or without people in it: the chat of an ended call is not kept for long.
      const subject = await deps.subjects.find({ roomId })
      if (subject && isOver(subject, deps.clock.now())) await chat.notes.ended(roomId)
    },
    endChat: roomId => chat.notes.ended(roomId),
    admitEarly: roomId => admitEarly(ticketDeps, roomId),
    closeEarlyRoom: roomId => deps.video.closeRoom(roomId, 'not next'),
    leave: (roomId, side) => leaveCall(deps, { roomId, side, at: deps.clock.now() }),
    onPlaceChanged: place => removeBuyer({ ...deps, stage, chat }, place),
    async chatLines(roomId) {
      const subject = await deps.subjects.find({ roomId })
      const lines = subject ? await chat.notes.linesOf(subject) : []
      return lines.map(({ personId, text, at }) => ({ authorId: personId, text, saidAt: new Date(at) }))
    },
    publishChat: roomId => publishToRoom(deps.bus, roomId, { kind: 'chat-changed' }),
    publishQueue: eventId => publishLine(deps.bus, eventId),
    async leaveLine(eventId, personIds) {
      for (const personId of personIds) {
        if ((await deps.subjects.placeOf(eventId, personId)) === 'paid') continue
        await publishToRoom(deps.bus, eventId, { kind: 'place-lost', personId })
      }
    },
    isHere: (roomId, personId) => isHere(deps, roomId, personId),
    async writeDown() {
      await heartbeat()
      await callClock.saveAlone()
      await saveMedia()
    },
    metrics: () => ({
      liveCalls: callClock.liveRooms,
      watchedCalls: callClock.rooms().length,
      callSockets: presence.members().length,
      lostLeases: callClock.lostLeases,
    }),
  }
}

/** The chat of a turn whose fan waits for the rest of it is kept: it continues with the rest. */
const isOver = (subject: RoomSubject, now: Date): boolean =>
  endOf(subject, now) === 'over' && !(subject.kind === 'call' && subject.isAhead)

function publishSizes(
  { bus }: CallsDeps,
  { roomId, large, small }: Extract<VideoEvent, { type: 'sizes-watched' }>,
): Promise<void> {
  return publishToRoom(bus, roomId, { kind: 'sizes', sizes: { large, small } })
}

/**
 * Also a process that could always be reached has missed the other's messages. Returns a function that stops
 * listening.
 */
async function catchUpOnReturns(
  { bus }: CallsDeps,
  { presence, chat, failed }: { presence: CallPresence; chat: RoomChat; failed: (error: unknown) => void },
): Promise<() => void> {
  const catchUp = async () => {
    await chat.catchUp()
    for (const { socket } of presence.members()) sendTurnChatAgain(socket)
    await presence.catchUp()
  }
  const catchingUp = new Paced(
    () =>
      catchUp().catch(error => {
        failed(error)
        // After one network failure the services return one after the other: Redis before the database, for instance.
        catchingUp.request()
      }),
    () => CATCH_UP_EVERY_MS,
  )
  const unsubscribe = await subscribeToReturns(bus, () => catchingUp.request())
  bus.onReturn(() => void publishReturn(bus).catch(failed))
  return () => {
    catchingUp.stop()
    unsubscribe().catch(failed)
  }
}

async function removeBuyer(
  deps: CallsDeps & { stage: RoomStage; chat: RoomChat },
  place: { eventId: string; buyerId: string },
): Promise<void> {
  const { eventId, buyerId: personId } = place
  if ((await deps.subjects.placeOf(eventId, personId)) === 'paid') return
  await publishToRoom(deps.bus, eventId, { kind: 'place-lost', personId })
  await deps.video.removeParticipant(eventId, personId, 'not paid')
  await deps.stage.removePerson(eventId, personId)
  await withdrawPlace(deps, { eventId, personId })
  // As after a mute to the end: staff found that the person must not be here.
  if (await isAnySuspended(deps.db, [personId]))
    await deps.chat.removeLines(eventId, line => line.personId === personId)
}

async function isHere({ bus }: CallsDeps, roomId: string, personId: string): Promise<boolean | null> {
  const { entries } = await bus.present(roomId, { atMost: 0, always: [personId] })
  if (entries.some(entry => entry.personId === personId)) return true
  return bus.isWell() ? false : null
}

async function deleteOld({ db, clock }: CallsDeps): Promise<void> {
  await deleteOldMediaMinutes(db, clock.now())
  await deleteOldQuestions(db, clock.now())
  await deleteOldKeepsakes(db, clock.now())
}

async function completeUsedUp(deps: CallsDeps, requestId: string): Promise<void> {
  try {
    await deps.subjects.complete(requestId)
  } catch (error) {
    // The place ended in another way, by a refund for instance: nothing is left to do.
    if (!(error instanceof Refusal)) throw error
    deps.log.info({ requestId, code: error.code }, 'a call that ran out of time had ended already')
  }
}
