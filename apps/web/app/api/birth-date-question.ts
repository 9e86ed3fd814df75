import { pendingAnswer } from '../store/pending-answer.ts'
import { createValueStore } from '../store/store.ts'
import { ApiError } from './errors.ts'

export interface BirthDateQuestion {
  /** `true`: the person gave the date, and the waiting request continues. */
  answer: (isSaid: boolean) => void
}

/** At most one question at a time: a second request that waits for the birth date gets the same answer. */
export function createBirthDateQuestion() {
  const store = createValueStore<(BirthDateQuestion & { answered: Promise<boolean> }) | null>(null)
  let givenUp = 0
  function request(): Promise<boolean> {
    const current = store.getSnapshot()
    if (current) return current.answered
    const { answered, resolve } = pendingAnswer()
    const answer = (isSaid: boolean) => {
      store.set(null)
      resolve(isSaid)
    }
    store.set({ answer, answered })
    return answered
  }
  return {
    subscribe: store.subscribe,
    getSnapshot: (): BirthDateQuestion | null => store.getSnapshot(),
    /** Does the work; when the server needs the birth date first, asks the person for it and does the work again. */
    async withBirthDate<T>(work: () => Promise<T>): Promise<T> {
      const before = givenUp
      try {
        return await work()
      } catch (error) {
        if (!needsBirthDate(error) || givenUp !== before || !(await request())) throw error
        return work()
      }
    },
    /** The person left the page, or is another one: what waits stays refused, and nothing begun before asks later. */
    giveUp(): void {
      givenUp++
      store.getSnapshot()?.answer(false)
    },
  }
}

export const birthDateQuestion = createBirthDateQuestion()

/** Whether the server refused a request because it needs the person's birth date first. */
export function needsBirthDate(error: unknown): boolean {
  if (!(error instanceof ApiError) || error.status !== 403) return false
  const { body } = error
  return typeof body === 'object' && body !== null && 'needs' in body && body.needs === 'birth_date'
}
