import { MessageCircle } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { plural, t } from '../../../language/text.ts'
import { createValueStore } from '../../../store/store.ts'
import { useStore } from '../../../store/use-store.ts'
import { Announcements } from './announcements.tsx'
import type { Chat } from './chat.ts'
import { ChatPanel, type ChatPanelProps } from './chat-panel.tsx'
import { IconBadge } from './icon-badge.tsx'
import { FloatingReactions } from './reaction-bar.tsx'
import { ChatRules } from './rules/chat-rules.tsx'
import type { Talk } from './talk.ts'
import css from './talk-layout.module.css'

const BADGE_MAX = 9

interface TalkLayoutProps {
  /** Null where nobody is met now. */
  talk: Talk | null
  kind: ChatPanelProps['kind']
  /** False where the children show the reactions: over a part of them. */
  floats?: boolean
  children: ReactNode
}

const shut = createValueStore({ isOpen: false })

/** Reads new lines to a screen reader, also while the chat is closed. */
function NewLines({ chat }: { chat: Chat }) {
  const { lines } = useStore(chat)
  return (
    <div className="visually-hidden" data-testid="new-lines">
      <Announcements
        all={lines}
        many={count => plural(count, { one: '{count} new line', other: '{count} new lines' })}
      />
    </div>
  )
}

/** The video with what lies on it, and the chat under or beside it while it is open. */
export function TalkLayout({ talk, kind, floats = true, children }: TalkLayoutProps) {
  const { isOpen } = useStore<{ isOpen: boolean }>(talk?.chat ?? shut)
  const [hasRules, setRules] = useState(false)
  const layout = useRef<HTMLDivElement>(null)
  const pressed = useRef<Element | null>(null)
  function openRules() {
    pressed.current = document.activeElement
    setRules(true)
  }
  return (
    <div ref={layout} className={css.layout} data-chat={isOpen ? 'open' : undefined}>
      <div className={css.picture}>
        {children}
        {talk && floats && <FloatingReactions reactions={talk.reactions} />}
      </div>
      {talk && <NewLines chat={talk.chat} />}
      {talk && isOpen && <ChatPanel talk={talk} kind={kind} onRules={openRules} />}
      <ChatRules
        {...{ talk, kind, open: hasRules, onOpenChange: setRules }}
        // The pressed button is removed with the chat of its turn.
        focusNext={() =>
          pressed.current?.isConnected ? null : (layout.current?.querySelector('h1') ?? null)
        }
      />
    </div>
  )
}

const none = createValueStore({ unseen: 0 })

function closedWords(lines: number, questions: number): string {
  if (lines > 0 && questions > 0) return t('Open the chat, new lines and questions')
  if (questions > 0)
    return plural(questions, {
      one: 'Open the chat, {count} new question',
      other: 'Open the chat, {count} new questions',
    })
  if (lines === 0) return t('Open the chat')
  return plural(lines, { one: 'Open the chat, {count} new line', other: 'Open the chat, {count} new lines' })
}

/** Opens and shuts the chat; says how many lines came while it was shut, and to the host how many questions. */
export function ChatButton({ talk, className }: { talk: Talk; className: string | undefined }) {
  const { isOpen, unread: lines, role } = useStore(talk.chat)
  const { unseen } = useStore<{ unseen: number }>(talk.questions ?? none)
  const questions = role === 'owner' ? unseen : 0
  const unread = lines + questions
  const button = useRef<HTMLButtonElement>(null)
  const wasOpen = useRef(isOpen)
  useEffect(() => {
    // The focus was in what is shut now.
    if (wasOpen.current && !isOpen && document.activeElement === document.body) button.current?.focus()
    wasOpen.current = isOpen
  }, [isOpen])
  const label = isOpen ? t('Close the chat') : closedWords(lines, questions)
  return (
    <button
      ref={button}
      type="button"
      className={className}
      aria-label={label}
      title={label}
      aria-expanded={isOpen}
      onClick={() => (isOpen ? talk.chat.close() : talk.chat.open())}
    >
      <IconBadge badge={isOpen || unread === 0 ? null : unread > BADGE_MAX ? `${BADGE_MAX}+` : unread}>
        <MessageCircle size={24} aria-hidden="true" />
      </IconBadge>
    </button>
  )
}
