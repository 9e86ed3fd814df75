import type { CallAttendance } from '@parley/contract'

/** A stretch of a bar, in hundredths of the whole time shown. */
export interface BarPart {
  left: number
  width: number
}
export interface AttendanceBar {
  seen: BarPart | null
  live: readonly BarPart[]
}
export interface AttendanceBars {
  start: string
  end: string
  you: AttendanceBar
  other: AttendanceBar
}

/** Both parties' time in a call on one scale; null when nobody was there. */
export function attendanceBars({ agreed, you, other, live }: CallAttendance): AttendanceBars | null {
  const moments = [you, other].flatMap(({ first_seen, last_seen }) =>
    first_seen && last_seen ? [first_seen, last_seen] : [],
  )
  if (moments.length === 0) return null
  const times = [...moments, ...(agreed ? [agreed.start] : [])].map(each => Date.parse(each))
  const [fromMs, untilMs] = [Math.min(...times), Math.max(...times)]
  const scale = 100 / Math.max(1, untilMs - fromMs)
  const part = (start: string, end: string): BarPart => ({
    left: (Date.parse(start) - fromMs) * scale,
    width: (Date.parse(end) - Date.parse(start)) * scale,
  })
  const both = live.map(each => part(each.start, each.end ?? new Date(untilMs).toISOString()))
  const barOf = ({ first_seen, last_seen }: CallAttendance['you']): AttendanceBar => ({
    seen: first_seen && last_seen ? part(first_seen, last_seen) : null,
    live: both,
  })
  return {
    start: new Date(fromMs).toISOString(),
    end: new Date(untilMs).toISOString(),
    you: barOf(you),
    other: barOf(other),
  }
}
