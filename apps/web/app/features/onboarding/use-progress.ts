import { useState } from 'react'
import { browserStorage } from '../../store/browser-storage.ts'
import { useStore } from '../../store/use-store.ts'
import { createProgress } from './progress.ts'

/** The checklist's progress of this influencer in this browser; only for pages behind a login. */
export function useProgress(username: string) {
  const [progress] = useState(() => createProgress(browserStorage(), username))
  return { progress, state: useStore(progress) }
}
