import type { ChatRole } from '@parley/contract/in-call/chat'
import { type EventQuestion, QUESTION_TEXT_MAX } from '@parley/contract/live/questions'
import { ArrowBigUp, Check, Flag, SendHorizontal } from 'lucide-react'
import {
  type FocusEvent,
  type FormEvent,
  type PointerEvent,
  type RefObject,
  useContext,
  useEffect,
  useRef,
  useState,
} from 'react'
import { plural, t } from '../../../../language/text.ts'
import { useStore } from '../../../../store/use-store.ts'
import { Button } from '../../../../ui/button.tsx'
import tabCss from '../../../../ui/tabs.module.css'
import { Announcements } from '../announcements.tsx'
import chatCss from '../chat-panel.module.css'
import { useFocusKeptIn } from '../keep-focus.ts'
import { keptOrder } from './question-order.ts'
import css from './question-panel.module.css'
import { QuestionReports } from './question-reports.ts'
import { type Questions, type QuestionsSnapshot, questionsLeft } from './questions.ts'

/** The tab's name, with how many wait for an answer. */
export function QuestionsName({ questions }: { questions: Questions }) {
  const { questions: all, state } = useStore(questions)
  const open = all.filter(question => !question.is_answered).length
  return (
    <>
      {t('Questions')}
      {state !== 'unread' && open > 0 && (
        <span className={tabCss.badge}>
          {open} <span className="visually-hidden">{t('unanswered')}</span>
        </span>
      )}
    </>
  )
}

interface QuestionProps {
  question: EventQuestion
  questions: Questions
  isHost: boolean
}

/** The host reads the number; everybody else presses it. */
function Votes({ question, questions, isHost }: QuestionProps) {
  const { busy } = useStore(questions)
  const { votes, voted, is_answered: isAnswered } = question
  const counted = plural(votes, { one: '{count} vote', other: '{count} votes' })
  const inside = (
    <>
      <ArrowBigUp size={20} aria-hidden="true" fill={voted ? 'currentColor' : 'none'} />
      <span aria-hidden="true">{votes}</span>
    </>
  )
  if (isHost || isAnswered)
    return (
      <p className={css.votes} data-voted={voted || undefined}>
        {inside}
        <span className="visually-hidden">
          {voted ? t('{votes}, yours too', { votes: counted }) : counted}
        </span>
      </p>
    )
  return (
    <button
      type="button"
      className={css.votes}
      data-voted={voted || undefined}
      aria-pressed={voted}
      aria-busy={busy.has(question.id) || undefined}
      aria-label={t('Vote for “{text}”, {votes}', { text: question.text, votes: counted })}
      title={voted ? t('Take your vote back') : t('Vote for this question')}
      onClick={() => void questions.vote(question)}
    >
      {inside}
    </button>
  )
}

function HostActs({ question, questions }: Omit<QuestionProps, 'isHost'>) {
  const { busy } = useStore(questions)
  const isBusy = busy.has(question.id)
  return (
    <>
      <Button
        variant="quiet"
        aria-pressed={question.is_answered}
        aria-label={t('Answered: “{text}”', { text: question.text })}
        aria-busy={isBusy || undefined}
        icon={<Check size={18} aria-hidden="true" />}
        onClick={() => void questions.answer(question)}
      >
        {t('Answered')}
      </Button>
      <Button
        variant="quiet"
        aria-label={t('Hide “{text}” from everybody', { text: question.text })}
        aria-busy={isBusy || undefined}
        onClick={() => void questions.hide(question)}
      >
        {t('Hide')}
      </Button>
    </>
  )
}

/** Somebody else's question, reported to the desk; the sheet comes from the page around. */
function ReportQuestion({ question }: { question: EventQuestion }) {
  const report = useContext(QuestionReports)
  if (!report) return null
  return (
    <Button
      variant="quiet"
      icon={<Flag size={16} aria-hidden="true" />}
      aria-label={t('Report “{text}”', { text: question.text })}
      onClick={() => report(question)}
    >
      {t('Report')}
    </Button>
  )
}

function Question({ question, questions, isHost }: QuestionProps) {
  return (
    <li
      className={css.question}
      data-answered={question.is_answered || undefined}
      data-own={question.is_own || undefined}
    >
      <Votes {...{ question, questions, isHost }} />
      <div className={css.words}>
        <p className={css.from}>
          {question.is_own ? t('You') : `@${question.from}`}
          {question.is_answered && <span className={css.answered}>{t('Answered')}</span>}
        </p>
        <p className={css.text}>{question.text}</p>
        <div className={css.acts}>
          {isHost && <HostActs {...{ question, questions }} />}
          {!question.is_own && <ReportQuestion question={question} />}
        </div>
      </div>
    </li>
  )
}

/** While somebody is about to press one, votes of others do not move it away. */
function useShown(all: readonly EventQuestion[]) {
  const [isHeld, setHeld] = useState(false)
  const order = useRef<readonly string[]>([])
  const shown = keptOrder(all, isHeld ? order.current : [])
  useEffect(() => {
    order.current = shown.map(({ id }) => id)
  })
  const hold = {
    // A finger that voted is not there any more; a mouse is, and so is the focus of a keyboard.
    onPointerEnter: (event: PointerEvent) => setHeld(event.pointerType === 'mouse'),
    onPointerLeave: () => setHeld(false),
    onFocus: (event: FocusEvent) => setHeld(event.target.matches(':focus-visible')),
    onBlur: () => setHeld(false),
  }
  return { shown, hold }
}

interface ListProps {
  questions: Questions
  isHost: boolean
  list: RefObject<HTMLOListElement | null>
}

function List({ questions, isHost, list }: ListProps) {
  const { questions: all, state, problem } = useStore(questions)
  const { shown, hold } = useShown(all)
  const isEmpty = all.length === 0
  return (
    <>
      <ol
        ref={list}
        className={css.list}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard.
        tabIndex={0}
        aria-label={t('Questions, those with the most votes first')}
        aria-busy={state === 'reading' || undefined}
        {...hold}
      >
        {isEmpty && state === 'reading' && <li className={css.empty}>{t('Reading the questions')}</li>}
        {isEmpty && state === 'failed' && (
          <li className={css.empty}>
            <p>{problem}</p>
            <Button variant="quiet" onClick={() => void questions.read()}>
              {t('Try again')}
            </Button>
          </li>
        )}
        {isEmpty && state === 'read' && (
          <li className={css.empty}>
            {isHost
              ? t('Nobody has asked anything yet. Your viewers vote for what they want answered first.')
              : t('Nobody has asked anything yet. Be the first.')}
          </li>
        )}
        {shown.map(question => (
          <Question key={question.id} {...{ question, questions, isHost }} />
        ))}
      </ol>
      {(state === 'read' || (state === 'failed' && !isEmpty)) && (
        <Announcements
          all={all.map(({ is_own, ...question }) => ({ ...question, isOwn: is_own }))}
          many={count => plural(count, { one: '{count} new question', other: '{count} new questions' })}
        />
      )}
    </>
  )
}

/** What went wrong, where the empty list does not say it itself. */
const problemBeside = ({ questions, state, problem }: QuestionsSnapshot) =>
  questions.length === 0 && (state === 'failed' || state === 'reading') ? null : problem

function QuestionForm({ questions }: { questions: Questions }) {
  const now = useStore(questions)
  const problem = problemBeside(now)
  const { state } = now
  const [text, setText] = useState(questions.draft)
  const field = useRef<HTMLTextAreaElement>(null)
  const left = questionsLeft(now)
  const isFull = state === 'read' && left === 0
  const note =
    problem ??
    (isFull
      ? t('Three of your questions wait for an answer already')
      : plural(left, {
          one: 'You may ask {count} more question until one of yours is answered.',
          other: 'You may ask {count} more questions until one of yours is answered.',
        }))
  function type(typed: string) {
    questions.draft = typed
    setText(typed)
  }
  async function send(event?: FormEvent) {
    event?.preventDefault()
    const question = text.trim()
    if (question === '' || isFull) return
    if (await questions.submit(question)) type('')
    field.current?.focus()
  }
  return (
    <form className={chatCss.composer} onSubmit={event => void send(event)}>
      <p className={css.note} data-problem={problem !== null || undefined} role="status">
        {note}
      </p>
      <textarea
        ref={field}
        className={css.field}
        rows={2}
        aria-label={t('Ask the host a question')}
        placeholder={t('Ask the host a question')}
        value={text}
        maxLength={QUESTION_TEXT_MAX}
        enterKeyHint="send"
        readOnly={isFull}
        onChange={event => type(event.target.value)}
        onKeyDown={event => {
          if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
          event.preventDefault()
          void send()
        }}
      />
      <button
        type="submit"
        className={chatCss.send}
        aria-label={t('Ask')}
        title={t('Ask')}
        aria-busy={now.isSending || undefined}
        disabled={isFull}
      >
        <SendHorizontal size={20} aria-hidden="true" />
      </button>
    </form>
  )
}

/** What went wrong, else the way back from what was hidden last. */
function HostNote({ questions }: { questions: Questions }) {
  const now = useStore(questions)
  const { hidden, busy } = now
  const problem = problemBeside(now)
  return (
    <div className={css.note} data-host data-problem={problem !== null || undefined}>
      <p role="status">{problem ?? (hidden && t('“{text}” is hidden.', { text: hidden.text }))}</p>
      {hidden && (
        <Button
          variant="quiet"
          aria-busy={busy.has(hidden.id) || undefined}
          onClick={() => void questions.showAgain()}
        >
          {t('Show it again')}
        </Button>
      )}
    </div>
  )
}

/** What viewers ask and vote for; the host says what is answered, and hides what nobody shall read. */
export function QuestionPanel({ questions, role }: { questions: Questions; role: ChatRole }) {
  useEffect(() => {
    questions.show(true)
    return () => questions.show(false)
  }, [questions])
  const isHost = role === 'owner'
  const panel = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLOListElement>(null)
  // A vote becomes a number once the question is answered, and a hidden question leaves the list.
  useFocusKeptIn(panel, list)
  return (
    <div ref={panel} className={css.panel}>
      <List questions={questions} isHost={isHost} list={list} />
      {isHost ? <HostNote questions={questions} /> : <QuestionForm questions={questions} />}
    </div>
  )
}
