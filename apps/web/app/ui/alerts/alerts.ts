import { ALERT_HIDE_MS } from '@parley/contract/constants'
import { createValueStore } from '../../store/store.ts'

export interface Alert {
  id: number
  kind: 'error' | 'message'
  text: string
}

/** The content of the alert bar: each alert disappears after 4 s. */
export function createAlerts(setTimer: (work: () => void, delayMs: number) => unknown) {
  const store = createValueStore<readonly Alert[]>([])
  let lastId = 0
  const others = (isOther: (alert: Alert) => boolean) => store.getSnapshot().filter(isOther)
  const dismiss = (id: number) => store.set(others(alert => alert.id !== id))
  function show(kind: Alert['kind'], text: string) {
    lastId += 1
    const id = lastId
    // The same text twice is one alert that stays longer. After a success the failure of an earlier try is not true.
    const standing = others(alert => alert.text !== text && !(kind === 'message' && alert.kind === 'error'))
    store.set([...standing, { id, kind, text }])
    setTimer(() => dismiss(id), ALERT_HIDE_MS)
  }
  return {
    subscribe: store.subscribe,
    getSnapshot: store.getSnapshot,
    error: (text: string) => show('error', text),
    message: (text: string) => show('message', text),
    dismiss,
    clear: () => store.set([]),
  }
}

export const alerts = createAlerts((work, delayMs) => setTimeout(work, delayMs))
