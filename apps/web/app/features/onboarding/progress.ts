import { createStore } from '../../store/store.ts'
/** The part of the checklist that only this browser knows: tried, shared, dismissed. */
export interface Progress {
  tried: boolean
  shared: boolean
  dismissed: boolean
}

const NONE: Progress = { tried: false, shared: false, dismissed: false }
const keyOf = (username: string) => `onboarding:${username}`

type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem'>

function read(storage: Storage, username: string): Progress {
  try {
    const stored: unknown = JSON.parse(storage.getItem(keyOf(username)) ?? '{}')
    const is = (name: keyof Progress) =>
      typeof stored === 'object' && stored !== null && Reflect.get(stored, name) === true
    return { tried: is('tried'), shared: is('shared'), dismissed: is('dismissed') }
  } catch {
    return NONE
  }
}

/** The progress of one influencer in this browser. */
export function createProgress(storage: Storage, username: string) {
  const store = createStore(read(storage, username))
  return {
    subscribe: store.subscribe,
    getSnapshot: store.getSnapshot,
    mark(step: keyof Progress) {
      if (store.getSnapshot()[step]) return
      store.set({ [step]: true })
      try {
        storage.setItem(keyOf(username), JSON.stringify(store.getSnapshot()))
      } catch {
        // The browser may refuse storage; the mark then lasts for this page.
      }
    },
  }
}
export type OnboardingProgress = ReturnType<typeof createProgress>
