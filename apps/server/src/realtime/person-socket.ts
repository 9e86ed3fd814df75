import { randomUUID } from 'node:crypto'
import type { Writable } from 'node:stream'
import {
  type ClientMessage,
  type ClientMessageKind,
  clientMessageSchemas,
  HEARTBEAT_MS,
  HEARTBEATS_MISSED_UNTIL_LOST,
  MESSAGE_CHAT,
  MESSAGE_ERROR,
  SECOND_MS,
  type ServerMessage,
} from '@parley/contract'
import type { RawData, WebSocket } from 'ws'
import type { Clock } from '../core/clock.ts'
import type { Person } from '../core/person.ts'
import { allowance, type TalkAllowance } from './allowance.ts'
import type { Pulse } from './pulse.ts'
import { textFrame } from './text-frame.ts'

/** The interval of checks whether the other end has sent a heartbeat. */
export const POLL_EVERY_MS = 5_000
/**
 * A ping at each fourth check, every 20 s, unless the server has sent something since the last of these: a proxy closes
 * a connection on which the server sends nothing, after 90 s in `deploy/`.
 */
const CHECKS_FOR_A_PING = 4
const NOT_UNDERSTOOD = 'That message was not understood'
const TOO_MANY = 'Too many messages. Please wait a moment'
const HEARTBEAT = '{"type":"heartbeat"}'
/** A browser that reads nothing for this many bytes is cut off, so that it cannot fill the server's memory. */
const UNREAD_MAX_BYTES = 1024 * 1024
/** Who does not answer a close by then is cut off: `ws` itself would wait for half a minute. */
const GOODBYE_WITHIN_MS = 1_000
/** A flood beyond this is left in the sender's own network buffers for the rest of the second. */
const FRAMES_PER_SECOND_MAX = 5_000
/** Only a line of a chat is longer, and a person may send half as many of them. Attack: 80 MB of JSON a second. */
const LONG_FRAME_CHARACTERS = 1_000
const LONG_FRAMES = { burst: 40, perSecond: 4 }
/** Lines of a chat that are refused one by one; a page that sends more waits for no answer. */
const REFUSED_LINES = { burst: 200, perSecond: 20 }

export type Question = Exclude<ClientMessage, { type: 'heartbeat' }>

/** One person's presence socket: checked questions in, the contract's messages out. */
export interface PersonSocket {
  readonly id: string
  readonly person: Person
  /** Identifies an open page, as the page says; null when it said nothing. */
  readonly pageId: string | null
  /** By the application's clock. */
  readonly openedAt: Date
  send(message: ServerMessage): void
  /** The same, of a message that goes to many and was made into text once. */
  sendText(text: string): void
  /** From here on no message of this socket is handled. */
  close(code: number, reason: string): void
  /** Whether it is closed, or this side has closed it, whatever the other end does. */
  isPutOut(): boolean
  /** Takes the place of any listener before it. */
  onQuestion(listener: (question: Question) => void): void
  /** Calls the listener at once where the socket is closed already: who answers a question may come too late. */
  onClosed(listener: () => void): void
}

interface PersonSocketDeps {
  clock: Clock
  /** The connection of the websocket, which has no extensions. */
  connection: Pick<Writable, 'write'>
  person: Person
  pageId: string | null
  talk: TalkAllowance
  /** Looks at this socket every `pollEveryMs`. */
  pulse: Pulse
  pollEveryMs: number
  /** How often a browser says that it is there; shorter in tests. */
  heartbeatMs?: number
}

/** Wraps an accepted websocket; nothing a browser sends can throw, close it or grow without bound. */
export function createPersonSocket(socket: WebSocket, deps: PersonSocketDeps): PersonSocket {
  const { clock, connection, person, pageId, pollEveryMs, heartbeatMs = HEARTBEAT_MS } = deps
  const silentPollsMax = Math.ceil((HEARTBEATS_MISSED_UNTIL_LOST * heartbeatMs) / pollEveryMs)
  const mayComplain = allowance({ burst: 50, perSecond: 10 })
  const maySend = allowance({ burst: 20, perSecond: 2 })
  // Of their own: who writes or applauds a lot can still press End Call.
  const { mayWrite, mayReact } = deps.talk
  const mayAct = allowance({ burst: 10, perSecond: 2 })
  const mayBeLong = allowance(LONG_FRAMES)
  const mayRefuseLine = allowance(REFUSED_LINES)
  const allowanceOf = (kind: ClientMessageKind) => {
    if (kind === 'get_session' || kind === 'end_call') return maySend
    if (kind === 'react') return mayReact
    return kind === 'chat' ? mayWrite : mayAct
  }
  let isPutOut = false
  let goodbye: NodeJS.Timeout | undefined
  let silentPolls = 0
  let checks = 0
  let hasSent = false
  let framesThisSecond = 0
  let secondBeganAtMs = 0
  let thaw: NodeJS.Timeout | undefined
  let onQuestion: (question: Question) => void = () => undefined

  const sendText = (text: string) => {
    if (socket.readyState !== socket.OPEN) return
    if (socket.bufferedAmount > UNREAD_MAX_BYTES) socket.terminate()
    else {
      hasSent = true
      connection.write(textFrame(text))
    }
  }
  const send = (message: ServerMessage) => sendText(JSON.stringify(message))
  const complain = (sentence: string) => {
    if (mayComplain()) send({ handler: MESSAGE_ERROR, messages: [sentence] })
  }

  /** Counted by looking at the clock: a timer a second would cost a quiet socket more than all it says. */
  function countFrame(): void {
    const nowMs = performance.now()
    if (nowMs - secondBeganAtMs >= SECOND_MS) {
      secondBeganAtMs = nowMs
      framesThisSecond = 0
    }
    if (++framesThisSecond <= FRAMES_PER_SECOND_MAX || socket.isPaused) return
    socket.pause()
    thaw = setTimeout(() => socket.resume(), SECOND_MS - (nowMs - secondBeganAtMs))
  }

  function receive(data: RawData, isBinary: boolean): void {
    // Attack: a page that does not answer the close, and continues writing.
    if (isPutOut) return
    countFrame()
    const text = isBinary ? '' : String(data)
    // As our pages write it, in any other form the schema reads it.
    if (text === HEARTBEAT) {
      silentPolls = 0
      return
    }
    if (text.length > LONG_FRAME_CHARACTERS && !mayBeLong()) {
      complain(TOO_MANY)
      return
    }
    const sent = parseJson(text)
    const kind = kindOf(sent)
    if (kind === 'heartbeat') silentPolls = 0
    else if (kind === null) complain(NOT_UNDERSTOOD)
    // Attack: frames without end that are wrong inside. What may not be said is not validated either.
    else if (allowanceOf(kind)()) passOn(messageOf(kind, sent))
    else if (kind === 'chat' && mayRefuseLine()) refuseLine(messageOf(kind, sent))
    else complain(TOO_MANY)
  }

  function passOn(message: ClientMessage | null): void {
    if (!message) complain(NOT_UNDERSTOOD)
    else if (!('type' in message) || message.type !== 'heartbeat') {
      silentPolls = 0
      onQuestion(message)
    }
  }

  /** A line of a chat is refused by its id, so that its page does not wait for it. */
  function refuseLine(message: ClientMessage | null): void {
    if (!message || !('type' in message) || message.type !== 'chat') {
      complain(NOT_UNDERSTOOD)
      return
    }
    silentPolls = 0
    const { id, session } = message
    const named = session === undefined ? {} : { session }
    send({ handler: MESSAGE_CHAT, payload: { refused: { id, why: 'slow', wait_seconds: 1 } }, ...named })
  }

  // This counts polls and no time: a process that stood still reads the received messages before it counts further.
  const leavePulse = deps.pulse.join(() => {
    checks++
    if (++silentPolls > silentPollsMax) socket.terminate()
    else if (checks % CHECKS_FOR_A_PING === 0) {
      if (!hasSent) socket.ping()
      hasSent = false
    }
  })
  socket.on('message', receive)
  socket.on('close', () => {
    isPutOut = true
    leavePulse()
    for (const timer of [thaw, goodbye]) clearTimeout(timer)
  })

  return {
    id: randomUUID(),
    person,
    pageId,
    openedAt: clock.now(),
    send,
    sendText,
    close(code, reason) {
      isPutOut = true
      socket.close(code, reason)
      goodbye ??= setTimeout(() => socket.terminate(), GOODBYE_WITHIN_MS).unref()
    },
    isPutOut: () => isPutOut,
    onQuestion(listener) {
      onQuestion = listener
    },
    onClosed(listener) {
      if (socket.readyState === socket.CLOSED) listener()
      else socket.on('close', () => listener())
    },
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Not JSON: the caller complains.
    return null
  }
}

function kindOf(sent: unknown): ClientMessageKind | null {
  if (sent === null || typeof sent !== 'object') return null
  const { type, handler } = sent as { type?: unknown; handler?: unknown }
  const name = type ?? handler
  return typeof name === 'string' && Object.hasOwn(clientMessageSchemas, name)
    ? (name as ClientMessageKind)
    : null
}

function messageOf(kind: ClientMessageKind, sent: unknown): ClientMessage | null {
  return clientMessageSchemas[kind].safeParse(sent).data ?? null
}
