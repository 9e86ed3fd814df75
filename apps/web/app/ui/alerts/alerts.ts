import { ALERT_HIDE_MS } from '@parley/contract/constants'

export interface Alert {
  id: number
  kind: 'error' | 'message'
  text: string
}

/** The alert bar's content: each alert leaves by itself after 4 s. */
export function createAlerts(setTimer: (work: () => void, delayMs: number) => unknown) {
  let list: readonly Alert[] = []
  let lastId = 0
  const listeners = new Set<() => void>()
  function set(next: readonly Alert[]) {
    list = next
    for (const listener of listeners) listener()
  }
  const dismiss = (id: number) => set(list.filter(alert => alert.id !== id))
  function show(kind: Alert['kind'], text: string) {
    lastId += 1
    const id = lastId
    // The same words twice are one alert that stays longer.
    set([...list.filter(alert => alert.text !== text), { id, kind, text }])
    setTimer(() => dismiss(id), ALERT_HIDE_MS)
  }
  return {
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    getSnapshot: () => list,
    error: (text: string) => show('error', text),
    message: (text: string) => show('message', text),
    dismiss,
    clear: () => set([]),
  }
}

export const alerts = createAlerts((work, delayMs) => setTimeout(work, delayMs))
