import { type ServerMessage, serverMessageSchema } from '@parley/contract/calls'
import { MESSAGE_CHAT, MESSAGE_REACTIONS, MESSAGE_SHARING } from '@parley/contract/in-call/chat'
import { MESSAGE_KEEPSAKE } from '@parley/contract/live/keepsake'
import { MESSAGE_QUESTIONS } from '@parley/contract/live/questions'
import { MESSAGE_HANDS, MESSAGE_STAGE } from '@parley/contract/live/stage'
import { MESSAGE_SIZES } from '@parley/contract/live/video-sizes'

/** The server's messages about chat, reactions, questions and the keepsake. */
export type TalkMessage = Extract<
  ServerMessage,
  {
    handler:
      | typeof MESSAGE_CHAT
      | typeof MESSAGE_REACTIONS
      | typeof MESSAGE_SHARING
      | typeof MESSAGE_QUESTIONS
      | typeof MESSAGE_HANDS
      | typeof MESSAGE_STAGE
      | typeof MESSAGE_SIZES
      | typeof MESSAGE_KEEPSAKE
  }
>

/** A message of the server; null for one that this page does not know. */
export function parseMessage(text: string): ServerMessage | null {
  try {
    const parsed = serverMessageSchema.safeParse(JSON.parse(text))
    return parsed.success ? parsed.data : null
  } catch {
    // Not JSON: the message is ignored, as one of a later version.
    return null
  }
}

export function isTalk(message: ServerMessage): message is TalkMessage {
  const { handler } = message
  return (
    handler === MESSAGE_CHAT ||
    handler === MESSAGE_REACTIONS ||
    handler === MESSAGE_SHARING ||
    handler === MESSAGE_QUESTIONS ||
    handler === MESSAGE_HANDS ||
    handler === MESSAGE_STAGE ||
    handler === MESSAGE_SIZES ||
    handler === MESSAGE_KEEPSAKE
  )
}
