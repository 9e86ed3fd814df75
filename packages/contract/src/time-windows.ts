/** The days of a week and the times of a day, without anything that parses: the browser needs no more of a schedule. */
export const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const
export type Weekday = (typeof WEEKDAYS)[number]

export const WINDOWS_A_DAY_MAX = 8

/** Wall times; `24:00` ends the day. */
export interface TimeWindow {
  from: string
  to: string
}

/** `HH:MM` to minutes of the day. */
export const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))

/** Whether each window ends after it begins and none overlaps another. */
export function areWindowsApart(windows: readonly TimeWindow[]): boolean {
  const sorted = [...windows].sort((a, b) => minutesOf(a.from) - minutesOf(b.from))
  return sorted.every((window, at) => {
    const next = sorted[at + 1]
    const end = minutesOf(window.to)
    return minutesOf(window.from) < end && (!next || end <= minutesOf(next.from))
  })
}
