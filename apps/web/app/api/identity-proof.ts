import { type StepUpMethod, stepUpNeededSchema } from '@parley/contract/second-factor'
import { ApiError } from './errors.ts'

/** A call that waits until the person has proven once more who they are. */
export interface ProofRequest {
  /** What the server takes as a proof. */
  methods: readonly StepUpMethod[]
  answer: (isProven: boolean) => void
}

/** At most one question at a time: a second call that needs a proof waits for the same answer. */
export function createProofRequests() {
  let asked: (ProofRequest & { answered: Promise<boolean> }) | null = null
  const listeners = new Set<() => void>()
  const tell = () => {
    for (const listener of listeners) listener()
  }
  function ask(methods: readonly StepUpMethod[]): Promise<boolean> {
    if (asked) return asked.answered
    const { promise, resolve } = Promise.withResolvers<boolean>()
    const answer = (isProven: boolean) => {
      asked = null
      tell()
      resolve(isProven)
    }
    asked = { methods, answer, answered: promise }
    tell()
    return promise
  }
  return {
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    getSnapshot: (): ProofRequest | null => asked,
    /** Does the work; where the server wants another proof, asks for it and does the work again. */
    async withProof<T>(work: () => Promise<T>): Promise<T> {
      try {
        return await work()
      } catch (error) {
        const methods = neededProof(error)
        if (!methods || !(await ask(methods))) throw error
        return work()
      }
    },
  }
}

function neededProof(error: unknown): readonly StepUpMethod[] | null {
  if (!(error instanceof ApiError) || error.status !== 403) return null
  return stepUpNeededSchema.safeParse(error.body).data?.step_up ?? null
}

export const proofRequests = createProofRequests()
