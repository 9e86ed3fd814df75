import { COPIED_CLEAR_MS } from '@parley/contract/constants'
import { createValueStore } from '../../store/store.ts'

export interface CopiedDeps {
  copy: (text: string) => Promise<boolean>
  setTimer: (work: () => void, delayMs: number) => unknown
}

/** Whether something was copied just now: 'copied!' is shown for a second after the last copy. */
export function createCopied({ copy, setTimer }: CopiedDeps) {
  let copies = 0
  const store = createValueStore(false)
  return {
    subscribe: store.subscribe,
    getSnapshot: store.getSnapshot,
    /** Answers whether the browser allowed it. */
    async copy(text: string): Promise<boolean> {
      copies += 1
      const mine = copies
      const done = await copy(text)
      if (mine !== copies) return done
      store.set(done)
      if (done) setTimer(() => mine === copies && store.set(false), COPIED_CLEAR_MS)
      return done
    },
  }
}
