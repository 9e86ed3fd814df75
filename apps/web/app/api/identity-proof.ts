import { type StepUpMethod, stepUpNeededSchema } from '@parley/contract/second-factor'
import { pendingAnswer } from '../store/pending-answer.ts'
import { createValueStore } from '../store/store.ts'
import { ApiError } from './errors.ts'

/** A request that waits until the person has proved again who they are. */
export interface ProofRequest {
  /** The kinds of proof that the server accepts. */
  methods: readonly StepUpMethod[]
  answer: (isProven: boolean) => void
}

/** At most one question at a time: a second request that needs a proof waits for the same answer. */
export function createProofRequests() {
  const store = createValueStore<(ProofRequest & { answered: Promise<boolean> }) | null>(null)
  let givenUp = 0
  function request(methods: readonly StepUpMethod[]): Promise<boolean> {
    const current = store.getSnapshot()
    if (current) return current.answered
    const { answered, resolve } = pendingAnswer()
    const question = {
      methods,
      answered,
      answer(isProven: boolean) {
        // An answer may come late, when the next question is open.
        if (store.getSnapshot() === question) store.set(null)
        resolve(isProven)
      },
    }
    store.set(question)
    return answered
  }
  return {
    subscribe: store.subscribe,
    getSnapshot: (): ProofRequest | null => store.getSnapshot(),
    /** Does the work; when the server requires a proof, asks the person for it and does the work again. */
    async withProof<T>(work: () => Promise<T>): Promise<T> {
      const before = givenUp
      try {
        return await work()
      } catch (error) {
        const methods = neededProof(error)
        if (!methods || givenUp !== before || !(await request(methods))) throw error
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

function neededProof(error: unknown): readonly StepUpMethod[] | null {
  if (!(error instanceof ApiError) || error.status !== 403) return null
  return stepUpNeededSchema.safeParse(error.body).data?.step_up ?? null
}

export const proofRequests = createProofRequests()
