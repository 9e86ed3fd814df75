import type { ChatRoomState } from '@parley/contract/in-call/chat'
import { useEffect, useRef, useState } from 'react'
import { createValueStore } from '../../../../store/store.ts'
import { useStore } from '../../../../store/use-store.ts'
import type { Talk } from '../talk.ts'
import { ChatSettings, type ChatSettingsProps } from './chat-settings.tsx'
import { HeldRules } from './held-rules.ts'

interface ChatRulesProps extends Pick<ChatSettingsProps, 'open' | 'onOpenChange' | 'kind' | 'focusNext'> {
  talk: Talk | null
}

const nobodyMet = createValueStore<{ room: ChatRoomState | null }>({ room: null })

/** The sheet with the rules of a chat: it stays open, with what is typed in it, when a turn of a queue ends. */
export function ChatRules({ talk, ...sheet }: ChatRulesProps) {
  const [rules] = useState(() => new HeldRules())
  const held = useStore(rules)
  const { room } = useStore<{ room: ChatRoomState | null }>(talk?.chat ?? nobodyMet)
  const last = useRef(room)
  if (room) last.current = room
  const chat = talk && room ? talk.chat : null
  useEffect(() => rules.follow(chat), [rules, chat])
  if (!last.current) return null
  return <ChatSettings {...sheet} chat={chat} rules={rules} room={{ ...last.current, ...held }} />
}
