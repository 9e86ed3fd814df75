import { CHAT_TEXT_MAX } from '@parley/contract/in-call/chat'
import { ArrowDown, Ellipsis, SendHorizontal, Settings2, X } from 'lucide-react'
import { type FormEvent, useContext, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { plural, t } from '../../../language/text.ts'
import { useStore } from '../../../store/use-store.ts'
import { IconButton } from '../../../ui/button.tsx'
import type { Chat, ShownLine } from './chat.ts'
import css from './chat-panel.module.css'
import { mutedWords, refusalWords } from './chat-words.ts'
import { useFocusKeptIn } from './keep-focus.ts'
import { LineActions, mayModerate } from './line-actions.tsx'
import { PanelTabs } from './panel-tabs.tsx'
import { QuestionPanel, QuestionsName } from './questions/question-panel.tsx'
import { LineReports } from './questions/question-reports.ts'
import { ReactionBar } from './reaction-bar.tsx'
import type { Talk } from './talk.ts'

/** How near to its end a list scrolls with new lines. */
const NEAR_END_PX = 80

export interface ChatPanelProps {
  talk: Talk
  /** In a call both people are equal; at an event the owner and the moderators moderate. */
  kind: 'call' | 'event'
}

function roleWords(line: ShownLine): string | null {
  if (line.role === 'owner') return t('Host')
  return line.role === 'moderator' ? t('Moderator') : null
}

function Line({ line, chat, onActions }: { line: ShownLine; chat: Chat; onActions: (() => void) | null }) {
  const role = roleWords(line)
  return (
    <li className={css.line} data-own={line.isOwn || undefined} data-state={line.state}>
      <div className={css.words}>
        <span className={css.from}>{line.isOwn ? t('You') : `@${line.from}`}</span>
        {role !== null && <span className={css.role}>{role}</span>}
        <p className={css.text}>{line.text}</p>
        {line.state === 'refused' && line.why !== null && (
          <p className={css.refused}>
            {refusalWords(line.why)}{' '}
            <button type="button" className={css.again} onClick={() => chat.sayAgain(line)}>
              {t('Send again')}
            </button>{' '}
            <button type="button" className={css.again} onClick={() => chat.discard(line.id)}>
              {t('Discard')}
            </button>
          </p>
        )}
      </div>
      {onActions !== null && (
        <IconButton
          label={t('What to do about the line of @{name}', { name: line.from })}
          onClick={onActions}
        >
          <Ellipsis size={18} aria-hidden="true" />
        </IconButton>
      )}
    </li>
  )
}

interface ComposerProps {
  chat: Chat
  kind: ChatPanelProps['kind']
  /** Of a panel that was just opened: the focus of a person who comes back from the questions stays at the tab. */
  isFirst: boolean
}

function Composer({ chat, kind, isFirst }: ComposerProps) {
  const { room, role, mutedUntil, refused } = useStore(chat)
  const [text, setText] = useState(chat.draft)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (isFirst) field.current?.focus()
  }, [isFirst])
  const isOff = room?.is_on === false && role === 'member'
  const closed = isOff ? refusalWords('off') : mutedUntil !== null ? mutedWords(mutedUntil) : null
  const slow = room?.slow_seconds ?? 0
  // A refused line says why itself: here the same words are only read out.
  const readOut = closed === null && refused?.isOfLine ? refusalWords(refused.why) : null
  const shownRefusal = refused && !refused.isOfLine ? refusalWords(refused.why) : null
  const note =
    closed ??
    shownRefusal ??
    (slow > 0 && role === 'member'
      ? plural(slow, {
          one: 'Slow mode: one line in {count} second',
          other: 'Slow mode: one line in {count} seconds',
        })
      : '')
  function type(typed: string) {
    chat.draft = typed
    setText(typed)
  }
  function send(event: FormEvent) {
    event.preventDefault()
    const line = text.trim()
    if (line === '' || closed !== null) return
    chat.say(line)
    type('')
    field.current?.focus()
  }
  return (
    <form className={css.composer} onSubmit={send}>
      <p className={css.note} data-problem={(closed ?? shownRefusal) ? true : undefined} role="status">
        {readOut !== null && <span className="visually-hidden">{readOut}</span>}
        {note}
      </p>
      <input
        ref={field}
        className={css.field}
        aria-label={kind === 'call' ? t('Write a line') : t('Write a line to everybody')}
        placeholder={kind === 'call' ? t('Write a line') : t('Write a line to everybody')}
        value={text}
        maxLength={CHAT_TEXT_MAX}
        autoComplete="off"
        enterKeyHint="send"
        disabled={closed !== null}
        onChange={event => type(event.target.value)}
      />
      <button
        type="submit"
        className={css.send}
        aria-label={t('Send')}
        title={t('Send')}
        disabled={closed !== null}
      >
        <SendHorizontal size={20} aria-hidden="true" />
      </button>
    </form>
  )
}

function Lines({ talk, kind }: ChatPanelProps) {
  const { lines, role } = useStore(talk.chat)
  const [chosen, setChosen] = useState<ShownLine | null>(null)
  const list = useRef<HTMLOListElement>(null)
  const isAtEnd = useRef(true)
  const [isAway, setAway] = useState(false)
  const newestOwn = useRef<string | null>(null)
  const pressed = useRef<Element | null>(null)
  // A line may be hidden, discarded or sent again while one of its buttons has the focus.
  useFocusKeptIn(list, list)
  useLayoutEffect(() => {
    const element = list.current
    const last = lines.at(-1)
    // A person who reads earlier lines sees what they send.
    if (last?.state === 'sending' && last.id !== newestOwn.current) {
      newestOwn.current = last.id
      isAtEnd.current = true
    }
    if (element && isAtEnd.current) element.scrollTop = element.scrollHeight
  }, [lines])
  useEffect(() => {
    talk.chat.hold(isAway)
    return () => talk.chat.hold(false)
  }, [talk, isAway])
  function scrollToEnd() {
    const element = list.current
    if (!element) return
    // The button is about to be hidden. Who writes on a phone keeps the field, and with it the keyboard.
    if (!(document.activeElement instanceof HTMLInputElement)) element.focus()
    element.scrollTop = element.scrollHeight
  }
  function choose(line: ShownLine) {
    pressed.current = document.activeElement
    setChosen(line)
  }
  const report = useContext(LineReports)
  const canAct = (line: ShownLine) =>
    kind === 'event' && line.state === 'said' && !line.isOwn && (report !== null || mayModerate(role, line))
  return (
    <>
      <ol
        ref={list}
        className={css.lines}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard.
        tabIndex={0}
        aria-label={t('Lines of the chat')}
        onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
          isAtEnd.current = scrollHeight - clientHeight - scrollTop < NEAR_END_PX
          setAway(!isAtEnd.current)
        }}
      >
        {lines.length === 0 && <li className={css.empty}>{t('Nobody has written yet.')}</li>}
        {lines.map(line => (
          <Line
            key={line.id}
            line={line}
            chat={talk.chat}
            onActions={canAct(line) ? () => choose(line) : null}
          />
        ))}
      </ol>
      {isAway && (
        <button
          type="button"
          className={css.newest}
          onMouseDown={event => event.preventDefault()}
          onClick={scrollToEnd}
        >
          <ArrowDown size={18} aria-hidden="true" />
          {t('To the newest line')}
        </button>
      )}
      <LineActions
        chat={talk.chat}
        line={chosen}
        role={role}
        onReport={
          report
            ? line => {
                setChosen(null)
                report(line)
              }
            : undefined
        }
        onClose={() => setChosen(null)}
        focusNext={() => (list.current?.contains(pressed.current) ? null : list.current)}
      />
    </>
  )
}

/** The chat, and at an event the questions: below the video on a phone, beside it on a desktop. */
export function ChatPanel({ talk, kind, onRules }: ChatPanelProps & { onRules: () => void }) {
  const { chat, questions } = talk
  const { role, room } = useStore(chat)
  const [tab, setTab] = useState('chat')
  const [isFirst, setFirst] = useState(true)
  const written = (
    <div className={css.written}>
      <Lines talk={talk} kind={kind} />
      <ReactionBar reactions={talk.reactions} />
      <Composer chat={chat} kind={kind} isFirst={isFirst} />
    </div>
  )
  const actions = (
    <>
      {role === 'owner' && room && (
        <IconButton label={t('Rules of the chat')} onClick={onRules}>
          <Settings2 size={20} aria-hidden="true" />
        </IconButton>
      )}
      <IconButton label={t('Close the chat')} onClick={() => chat.close()}>
        <X size={20} aria-hidden="true" />
      </IconButton>
    </>
  )
  function choose(next: string) {
    setFirst(false)
    setTab(next)
  }
  return (
    <aside
      className={css.panel}
      aria-label={questions ? t('Chat and questions') : t('Chat')}
      onKeyDown={event => {
        // It may end the composition of a word, in Japanese for example.
        if (event.key === 'Escape' && !event.nativeEvent.isComposing) chat.close()
      }}
    >
      {questions ? (
        <PanelTabs
          value={tab}
          onChange={choose}
          actions={actions}
          tabs={[
            { value: 'chat', name: t('Chat'), content: written },
            {
              ...{ value: 'questions', name: <QuestionsName questions={questions} /> },
              content: <QuestionPanel questions={questions} role={role} />,
            },
          ]}
        />
      ) : (
        <>
          <header className={css.top}>
            <h2 className={css.title}>{t('Chat')}</h2>
            {actions}
          </header>
          {written}
        </>
      )}
    </aside>
  )
}
