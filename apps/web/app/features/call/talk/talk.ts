import type { ClientMessage, ServerMessage } from '@parley/contract/calls'
import { MESSAGE_CHAT, MESSAGE_REACTIONS, MESSAGE_SHARING } from '@parley/contract/in-call/chat'
import { MESSAGE_QUESTIONS } from '@parley/contract/live/questions'
import { MESSAGE_HANDS, MESSAGE_STAGE } from '@parley/contract/live/stage'
import { MESSAGE_SIZES, type VideoSizes } from '@parley/contract/live/video-sizes'
import { serverNowMs } from '../../../store/server-clock.ts'
import { createStore, type Store } from '../../../store/store.ts'
import { Chat } from './chat.ts'
import type { Questions } from './questions/questions.ts'
import { Reactions } from './reactions.ts'
import { SharingStore } from './sharing-store.ts'
import { StageStore } from './stage-store.ts'

/** Chat, reactions, questions and stage of one call or event, beside video and audio. */
export interface Talk {
  chat: Chat
  reactions: Reactions
  sharing: SharingStore
  /** Only at a broadcast; null where there are no questions. */
  questions: Questions | null
  /** Raised hands, and who is on the stage of an event. */
  stage: StageStore
  /** For an event's owner: how many viewers see which size of their video. */
  sizes: Store<VideoSizes>
  receive(message: ServerMessage): void
}

export function createTalk(send: (message: ClientMessage) => void, questions: Questions | null = null): Talk {
  const newId = () => crypto.getRandomValues(new Uint32Array(3)).join('-')
  const chat = new Chat({ send, nowMs: serverNowMs, newId })
  const reactions = new Reactions(send)
  const sharing = new SharingStore(send)
  const stage = new StageStore({ send, nowMs: () => performance.now() })
  const sizes = createStore<VideoSizes>({ large: 0, small: 0 })
  return {
    chat,
    reactions,
    sharing,
    questions,
    stage,
    sizes,
    receive(message) {
      if (message.handler === MESSAGE_CHAT) {
        chat.apply(message.payload)
        if (message.payload.from_start) {
          sharing.startAgain()
          questions?.startAgain()
        }
      }
      if (message.handler === MESSAGE_SHARING) sharing.apply(message.payload)
      if (message.handler === MESSAGE_QUESTIONS) questions?.apply(message.payload)
      if (message.handler === MESSAGE_HANDS) stage.applyHands(message.payload)
      if (message.handler === MESSAGE_SIZES) sizes.set(message.payload)
      if (message.handler === MESSAGE_STAGE) stage.apply(message.payload)
      if (message.handler === MESSAGE_REACTIONS) reactions.apply(message.payload)
    },
  }
}
