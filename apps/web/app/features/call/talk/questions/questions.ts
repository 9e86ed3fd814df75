import {
  type EventQuestion,
  type PublicQuestion,
  QUESTIONS_AGAIN_WITHIN_MS,
  QUESTIONS_OPEN_MAX,
  type QuestionList,
  type QuestionNews,
} from '@parley/contract/live/questions'
import { ApiError, errorText } from '../../../../api/errors.ts'
import { t } from '../../../../language/text.ts'
import { createStore, type Store } from '../../../../store/store.ts'

export interface QuestionsSnapshot {
  /** Those with the most votes first, answered ones last. */
  questions: readonly EventQuestion[]
  state: 'unread' | 'reading' | 'read' | 'failed'
  /** What last went wrong, in a sentence; null when all is well. */
  problem: string | null
  isSending: boolean
  /** Questions with a press on its way to the server. */
  busy: ReadonlySet<string>
  /** What this host hid last: one press shows it again. */
  hidden: EventQuestion | null
  /** Questions of others that came while this page did not show them. */
  unseen: number
}

interface QuestionsDeps {
  slug: string
  get<T>(path: string): Promise<T>
  post<T>(path: string, body?: unknown): Promise<T>
  newId(): string
}

/** After so many failures in a row the pauses grow no more. */
const AGAIN_LONGER_MAX = 6

/** How many more questions this person may ask now. */
export function questionsLeft({ questions }: QuestionsSnapshot): number {
  const open = questions.filter(question => question.is_own && !question.is_answered).length
  return Math.max(0, QUESTIONS_OPEN_MAX - open)
}

const inOrder = (one: EventQuestion, other: EventQuestion) =>
  Number(one.is_answered) - Number(other.is_answered) ||
  other.votes - one.votes ||
  one.at.localeCompare(other.at)

/**
 * The questions of one event, as this page knows them. Messages of the room have the changes for all; answers have
 * the person's own relation.
 */
export class Questions implements Store<QuestionsSnapshot> {
  /** What is typed and not sent: the tab that shows it may be left. */
  draft = ''
  #deps: QuestionsDeps
  #path: string
  #isShown = false
  /** Messages that arrived while the list was being fetched. */
  #waiting: QuestionNews[] = []
  #removed = new Set<string>()
  #again: ReturnType<typeof setTimeout> | undefined
  #hasRead = false
  /** Reads that failed since the last one that did not. */
  #failures = 0
  /** The key of what could not be sent: sent again, it is asked once. */
  #unsent: { text: string; uuid: string } | null = null
  #store = createStore<QuestionsSnapshot>({
    questions: [],
    state: 'unread',
    problem: null,
    isSending: false,
    busy: new Set(),
    hidden: null,
    unseen: 0,
  })

  subscribe = this.#store.subscribe
  getSnapshot = this.#store.getSnapshot

  constructor(deps: QuestionsDeps) {
    this.#deps = deps
    this.#path = `/api/parley/${encodeURIComponent(deps.slug)}/event/questions/`
  }

  /** The page shows the questions, or does not any more. */
  show(isShown: boolean): void {
    this.#isShown = isShown
    if (!isShown) return
    this.#store.set({ unseen: 0 })
    const { state } = this.getSnapshot()
    if (state === 'unread' || state === 'failed') void this.read()
  }

  /** Fetches all questions; again after an interruption, because its messages are lost. */
  async read(): Promise<void> {
    if (this.getSnapshot().state === 'reading') return
    this.#store.set({ state: 'reading' })
    const removedBefore = new Set(this.#removed)
    try {
      const { results } = await this.#deps.get<QuestionList>(this.#path)
      const known = this.#byId()
      // Somebody has shown them again since.
      for (const { id } of results) if (removedBefore.has(id)) this.#removed.delete(id)
      this.#set(results.map(question => newer(known.get(question.id), question)))
      this.#hasRead = true
      this.#failures = 0
      this.#store.set({ state: 'read', problem: null })
    } catch (error) {
      this.#failures += 1
      this.#store.set({ state: 'failed', problem: problemText(error) })
      if (this.#isShown && mayPass(error)) this.#startAgainSoon()
    }
    const waiting = this.#waiting.splice(0)
    if (this.#hasRead) for (const news of waiting) this.#applyNews(news)
  }

  /** This page joined or rejoined: its questions may be old. */
  startAgain(): void {
    if (this.getSnapshot().state !== 'unread') void this.read()
  }

  /** All pages are asked at the same time, and do not all ask back at once. */
  #startAgainSoon(): void {
    const longer = Math.min(AGAIN_LONGER_MAX, Math.max(1, this.#failures))
    this.#again ??= setTimeout(
      () => {
        this.#again = undefined
        // Who does not look at them reads them once they do.
        if (this.#failures === 0 || this.#isShown) this.startAgain()
      },
      Math.random() * longer * QUESTIONS_AGAIN_WITHIN_MS,
    )
  }

  apply(news: QuestionNews): void {
    if (news.again) this.#startAgainSoon()
    const { state } = this.getSnapshot()
    if (state === 'read' || (state === 'failed' && this.#hasRead)) {
      this.#applyNews(news)
      return
    }
    if (state === 'reading') this.#waiting.push(news)
    // Nobody has looked at them yet: what is new has not been changed since it was asked.
    const fresh = news.changed.filter(question => question.version === 1)
    if (!this.#isShown) this.#store.set({ unseen: this.getSnapshot().unseen + fresh.length })
  }

  #applyNews({ changed, gone }: QuestionNews): void {
    const known = this.#byId()
    const fresh = changed.filter(question => !known.has(question.id))
    for (const question of changed) {
      // Messages of the room come in their order: what was taken away is there again.
      this.#removed.delete(question.id)
      const before = known.get(question.id)
      known.set(question.id, merged(before, question))
    }
    for (const id of gone) {
      this.#removed.add(id)
      known.delete(id)
    }
    this.#set([...known.values()])
    if (!this.#isShown) this.#store.set({ unseen: this.getSnapshot().unseen + fresh.length })
  }

  /** False where the question was not asked: its text stays in the field. */
  async submit(text: string): Promise<boolean> {
    if (this.getSnapshot().isSending) return false
    const uuid = this.#unsent?.text === text ? this.#unsent.uuid : this.#deps.newId()
    this.#unsent = { text, uuid }
    this.#store.set({ isSending: true, problem: null })
    try {
      this.#applyAnswer(await this.#deps.post<EventQuestion>(this.#path, { text, uuid }))
      this.#unsent = null
      return true
    } catch (error) {
      this.#store.set({ problem: problemText(error) })
      return false
    } finally {
      this.#store.set({ isSending: false })
    }
  }

  vote({ id, voted }: EventQuestion): Promise<void> {
    return this.#press(id, 'vote', { voted: !voted })
  }

  answer({ id, is_answered }: EventQuestion): Promise<void> {
    return this.#press(id, 'answer', { answered: !is_answered })
  }

  hide({ id }: EventQuestion): Promise<void> {
    return this.#press(id, 'hide')
  }

  /** Takes the last hiding back. */
  async showAgain(): Promise<void> {
    const { hidden } = this.getSnapshot()
    if (hidden) await this.#press(hidden.id, 'show')
  }

  /** A press states the result, so a second one before the answer has no effect. */
  async #press(id: string, what: 'vote' | 'answer' | 'hide' | 'show', body?: object): Promise<void> {
    const { busy } = this.getSnapshot()
    if (busy.has(id)) return
    // The room may tell of a hiding before its answer comes.
    const pressed = this.#byId().get(id)
    this.#store.set({ busy: new Set(busy).add(id), problem: null })
    try {
      const answer = await this.#deps.post<EventQuestion | null>(`${this.#path}${id}/${what}/`, body)
      if (what === 'hide') {
        this.#store.set({ hidden: pressed ?? this.getSnapshot().hidden })
        this.#applyNews({ changed: [], gone: [id] })
      } else if (answer) {
        if (what === 'show') {
          this.#removed.delete(id)
          this.#store.set({ hidden: null })
        }
        this.#applyAnswer(answer)
      }
    } catch (error) {
      this.#store.set({ problem: problemText(error) })
    } finally {
      const left = new Set(this.getSnapshot().busy)
      left.delete(id)
      this.#store.set({ busy: left })
    }
  }

  #applyAnswer(question: EventQuestion): void {
    if (this.#removed.has(question.id)) return
    const known = this.#byId()
    known.set(question.id, newer(known.get(question.id), question))
    this.#set([...known.values()])
  }

  #byId(): Map<string, EventQuestion> {
    return new Map(this.getSnapshot().questions.map(question => [question.id, question]))
  }

  #set(questions: readonly EventQuestion[]): void {
    const there = questions.filter(({ id }) => !this.#removed.has(id))
    this.#store.set({ questions: there.sort(inOrder) })
  }
}

/** Whether a failed read may succeed later: a refusal does not. */
const mayPass = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.status === 0 || error.status === 429 || error.status >= 500

/** The field has one input, under which the sentence stands: its name says nothing more. */
function problemText(error: unknown): string {
  const refused = error instanceof ApiError ? error.fields?.text?.[0] : undefined
  return refused === undefined ? errorText(error) : t(refused)
}

/** An answer of the server knows what is one's own; a message that came before it may know more votes. */
function newer(known: EventQuestion | undefined, answer: EventQuestion): EventQuestion {
  if (!known || known.version <= answer.version) return answer
  return { ...known, is_own: answer.is_own, voted: answer.voted }
}

/** A message of the room is the same for all: what is one's own stays as it was. */
function merged(known: EventQuestion | undefined, question: PublicQuestion): EventQuestion {
  if (!known) return { ...question, is_own: false, voted: false }
  return known.version >= question.version ? known : { ...known, ...question }
}
