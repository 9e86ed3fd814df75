import { COPIED_CLEAR_MS } from '@parley/contract/constants'

export interface CopiedDeps {
  copy: (text: string) => Promise<boolean>
  setTimer: (work: () => void, delayMs: number) => unknown
}

/** Whether something was copied just now: 'copied!' stands for a second, the last copy's second. */
export function createCopied({ copy, setTimer }: CopiedDeps) {
  let copies = 0
  let isCopied = false
  const listeners = new Set<() => void>()
  function set(next: boolean) {
    isCopied = next
    for (const listener of listeners) listener()
  }
  return {
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    getSnapshot: () => isCopied,
    /** Answers whether the browser let it. */
    async copy(text: string): Promise<boolean> {
      copies += 1
      const mine = copies
      const done = await copy(text)
      if (mine !== copies) return done
      set(done)
      if (done) setTimer(() => mine === copies && set(false), COPIED_CLEAR_MS)
      return done
    },
  }
}
