import { ApiError } from './errors.ts'

/** A call that waits until the person has proven once more who they are. */
export interface ProofRequest {
  answer: (isProven: boolean) => void
}

/** At most one question at a time: a second call that needs a proof waits for the same answer. */
export function createProofRequests() {
  let asked: (ProofRequest & { answered: Promise<boolean> }) | null = null
  const listeners = new Set<() => void>()
  const tell = () => {
    for (const listener of listeners) listener()
  }
  function ask(): Promise<boolean> {
    if (asked) return asked.answered
    const { promise, resolve } = Promise.withResolvers<boolean>()
    const answer = (isProven: boolean) => {
      asked = null
      tell()
      resolve(isProven)
    }
    asked = { answer, answered: promise }
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
        if (!needsProof(error) || !(await ask())) throw error
        return work()
      }
    },
  }
}

function needsProof(error: unknown): boolean {
  if (!(error instanceof ApiError) || error.status !== 403) return false
  return typeof error.body === 'object' && error.body !== null && 'step_up' in error.body
}

export const proofRequests = createProofRequests()
