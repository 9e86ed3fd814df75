import { MessageCircle } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { plural, t } from '../../../language/text.ts'
import { useStore } from '../../../store/use-store.ts'
import { ChatPanel, type ChatPanelProps } from './chat-panel.tsx'
import { FloatingReactions } from './reaction-bar.tsx'
import type { Talk } from './talk.ts'
import css from './talk-layout.module.css'

const BADGE_MAX = 9

/** The picture with what lies on it, and the chat under or beside it while it is open. */
export function TalkLayout({ talk, kind, children }: ChatPanelProps & { children: ReactNode }) {
  const { isOpen } = useStore(talk.chat)
  return (
    <div className={css.layout} data-chat={isOpen ? 'open' : undefined}>
      <div className={css.picture}>
        {children}
        <FloatingReactions reactions={talk.reactions} />
      </div>
      {isOpen && <ChatPanel talk={talk} kind={kind} />}
    </div>
  )
}

/** Opens and shuts the chat; says how many lines came while it was shut. */
export function ChatButton({ talk, className }: { talk: Talk; className: string | undefined }) {
  const { isOpen, unread } = useStore(talk.chat)
  const button = useRef<HTMLButtonElement>(null)
  const wasOpen = useRef(isOpen)
  useEffect(() => {
    // The focus was in what is shut now.
    if (wasOpen.current && !isOpen && document.activeElement === document.body) button.current?.focus()
    wasOpen.current = isOpen
  }, [isOpen])
  const closed =
    unread === 0
      ? t('Open the chat')
      : plural(unread, { one: 'Open the chat, {count} new line', other: 'Open the chat, {count} new lines' })
  const label = isOpen ? t('Close the chat') : closed
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
      <span className={css.icon}>
        <MessageCircle size={24} aria-hidden="true" />
        {!isOpen && unread > 0 && (
          <span className={css.badge} aria-hidden="true">
            {unread > BADGE_MAX ? `${BADGE_MAX}+` : unread}
          </span>
        )}
      </span>
    </button>
  )
}
