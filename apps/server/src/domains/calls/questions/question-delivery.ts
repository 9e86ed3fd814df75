import {
  MESSAGE_QUESTIONS,
  QUESTIONS_EVERY_MS,
  QUESTIONS_SENT_MAX,
  type QuestionNews,
  type ServerMessage,
} from '@parley/contract'
import type { ChatRoom } from '../chat/chat-room.ts'
import { Paced } from '../clock/paced.ts'
import type { CallsDeps } from '../deps.ts'
import { type FoundQuestion, openQuestionIds, readQuestions } from './question-store.ts'
import { presentedToAll } from './room-questions.ts'

/**
 * Sends the changes of a room's questions to its sockets in this process: at most one message a second, read and
 * serialized once, however many votes and viewers there are.
 */
export class QuestionDelivery {
  #deps: Pick<CallsDeps, 'db' | 'apartFrom'>
  #room: ChatRoom
  #changed = new Set<string>()
  #mayHaveMissed = false
  #sending: Paced

  constructor(deps: Pick<CallsDeps, 'db' | 'apartFrom'>, room: ChatRoom, failed: (error: unknown) => void) {
    this.#deps = deps
    this.#room = room
    this.#sending = new Paced(
      () => this.#sendChanged().catch(failed),
      () => QUESTIONS_EVERY_MS,
    )
  }

  handle(ids: readonly string[]): void {
    for (const id of ids) this.#changed.add(id)
    this.#sending.request()
  }

  /**
   * What was missed while other processes could not be reached. Nobody knows which questions were removed or answered
   * in that time, so the pages fetch them.
   */
  async catchUp(): Promise<void> {
    this.#mayHaveMissed = true
    this.handle(await openQuestionIds(this.#deps.db, this.#room.roomId))
  }

  stop(): void {
    this.#sending.stop()
  }

  async #sendChanged(): Promise<void> {
    const ids = [...this.#changed].slice(0, QUESTIONS_SENT_MAX)
    if (ids.length === 0 && !this.#mayHaveMissed) return
    for (const id of ids) this.#changed.delete(id)
    if (this.#changed.size > 0) this.#sending.request()
    const { rows, apartFrom } = await this.#read(ids)
    const again = this.#mayHaveMissed
    this.#mayHaveMissed = false
    const isThere = new Set(rows.map(({ id }) => id))
    const gone = ids.filter(id => !isThere.has(id))
    const textOf = (shown: readonly FoundQuestion[]) => JSON.stringify(message({ rows: shown, gone, again }))
    const common = textOf(rows)
    for (const socket of this.#room.sockets()) {
      const unseen = apartFrom.get(socket.person.id)
      socket.sendText(unseen ? textOf(rows.filter(({ authorId }) => !unseen.has(authorId))) : common)
    }
  }

  /** Retries the next time what could not be read, of the questions or of the blocks. */
  async #read(ids: readonly string[]) {
    try {
      const rows = await readQuestions(this.#deps.db, this.#room.roomId, ids)
      return { rows, apartFrom: await this.#apartFromAuthors(rows) }
    } catch (error) {
      for (const id of ids) this.#changed.add(id)
      this.#sending.request()
      throw error
    }
  }

  /** By person: the authors whose lines they do not get, because one of the two has blocked the other. */
  async #apartFromAuthors(rows: readonly FoundQuestion[]): Promise<Map<string, Set<string>>> {
    const unseen = new Map<string, Set<string>>()
    for (const authorId of new Set(rows.map(row => row.authorId)))
      for (const personId of await this.#deps.apartFrom(authorId))
        unseen.set(personId, (unseen.get(personId) ?? new Set()).add(authorId))
    return unseen
  }
}

interface News {
  rows: readonly FoundQuestion[]
  gone: string[]
  again: boolean
}

function message({ rows, gone, again }: News): ServerMessage {
  const changed = rows.map(presentedToAll)
  const payload: QuestionNews = again ? { changed, gone, again } : { changed, gone }
  return { handler: MESSAGE_QUESTIONS, payload }
}
