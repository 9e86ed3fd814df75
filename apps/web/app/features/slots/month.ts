/** A month as `YYYY-MM`, and the dates in it. */
export const monthOf = (date: string): string => date.slice(0, 7)

export function addMonths(month: string, more: number): string {
  const at = new Date(`${month}-15T12:00:00Z`)
  at.setUTCMonth(at.getUTCMonth() + more)
  return at.toISOString().slice(0, 7)
}

export function datesOf(month: string): string[] {
  const dates: string[] = []
  const at = new Date(`${month}-01T12:00:00Z`)
  while (at.toISOString().startsWith(month)) {
    dates.push(at.toISOString().slice(0, 10))
    at.setUTCDate(at.getUTCDate() + 1)
  }
  return dates
}

/** The number of empty cells before the first of a month; the week begins on Monday. */
export const blanksBefore = (month: string): number => (new Date(`${month}-01T12:00:00Z`).getUTCDay() + 6) % 7
