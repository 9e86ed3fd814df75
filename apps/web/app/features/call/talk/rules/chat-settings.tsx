import {
  CHAT_SLOW_SECONDS,
  CHAT_WORD_MAX,
  CHAT_WORDS_MAX,
  type ChatRoomState,
} from '@parley/contract/in-call/chat'
import { useState } from 'react'
import { plural, t } from '../../../../language/text.ts'
import { Button } from '../../../../ui/button.tsx'
import { Select, TextArea } from '../../../../ui/form/field.tsx'
import { Switch } from '../../../../ui/form/switch.tsx'
import { Sheet } from '../../../../ui/sheet.tsx'
import type { Chat } from '../chat.ts'
import css from './chat-settings.module.css'
import type { HeldRules } from './held-rules.ts'

export interface ChatSettingsProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Null between two turns. */
  chat: Chat | null
  rules: HeldRules
  room: ChatRoomState
  kind: 'call' | 'event'
  /** Where the focus moves when the sheet closes; null returns it to its old place. */
  focusNext: () => HTMLElement | null
}

const wordsOf = (text: string): string[] =>
  text
    .split(/[\n,]/)
    .map(word => word.trim().slice(0, CHAT_WORD_MAX))
    .filter(word => word !== '')
    .slice(0, CHAT_WORDS_MAX)

function Named({ title, names, action, onAct }: NamedProps) {
  if (names.length === 0) return null
  return (
    <section className={css.named} aria-label={title}>
      <h3 className={css.heading}>{title}</h3>
      <ul className={css.names}>
        {names.map(name => (
          <li key={name} className={css.name}>
            <span>@{name}</span>
            <Button variant="quiet" onClick={() => onAct(name)}>
              {action}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}

interface NamedProps {
  title: string
  names: readonly string[]
  action: string
  onAct: (name: string) => void
}

/** The owner's rules: each applies at once. */
export function ChatSettings({ open, onOpenChange, chat, rules, room, kind, focusNext }: ChatSettingsProps) {
  const [words, setWords] = useState<string | null>(null)
  const saveWords = () => {
    if (words !== null) rules.change({ words: wordsOf(words) })
    setWords(null)
  }
  return (
    <Sheet
      open={open}
      focusNext={focusNext}
      onOpenChange={isOpen => {
        if (!isOpen) saveWords()
        onOpenChange(isOpen)
      }}
      title={t('Rules of the chat')}
      description={t(
        'Nothing of it is stored. Ten minutes after the end it is gone, unless somebody reports it.',
      )}
    >
      <Switch label={t('Chat on')} checked={room.is_on} onChange={isOn => rules.change({ is_on: isOn })} />
      {kind === 'call' ? (
        <Switch
          label={t('Allow links and numbers')}
          checked={room.links === 'allowed'}
          onChange={isAllowed => rules.change({ links: isAllowed ? 'allowed' : 'refused' })}
        />
      ) : (
        <Select
          label={t('Slow mode')}
          hint={t('How long each viewer waits between two lines.')}
          value={String(room.slow_seconds)}
          onChange={event => {
            const slow = CHAT_SLOW_SECONDS.find(each => String(each) === event.target.value)
            if (slow !== undefined) rules.change({ slow_seconds: slow })
          }}
        >
          {CHAT_SLOW_SECONDS.map(each => (
            <option key={each} value={String(each)}>
              {each === 0 ? t('Off') : plural(each, { one: '{count} second', other: '{count} seconds' })}
            </option>
          ))}
        </Select>
      )}
      <TextArea
        label={t('Words that are refused')}
        hint={t('One a line, at most {most}. They hold when you close this.', {
          most: String(CHAT_WORDS_MAX),
        })}
        rows={3}
        value={words ?? (room.words ?? []).join('\n')}
        onChange={event => setWords(event.target.value)}
        onBlur={saveWords}
      />
      <Named
        title={t('Moderators')}
        names={room.moderators ?? []}
        action={t('Not any more')}
        onAct={username => chat?.moderate({ type: 'moderate', act: 'remove_moderator', username })}
      />
      <Named
        title={t('Muted')}
        names={room.muted ?? []}
        action={t('Unmute')}
        onAct={username => chat?.moderate({ type: 'moderate', act: 'unmute', username })}
      />
    </Sheet>
  )
}
