/** One movement of a page; `value` is its share of the layout shift. */
export interface Shift {
  value: number
  moved: string[]
}

/** In the page, from before its first byte: records what moves, and how much. */
export function watchShifts(): void {
  const shifts: Shift[] = []
  Object.assign(globalThis, { shifts })
  new PerformanceObserver(list => {
    for (const entry of list.getEntries()) {
      const { value, sources = [] } = entry as PerformanceEntry & {
        value: number
        sources?: { node: Node | null }[]
      }
      shifts.push({ value, moved: sources.map(({ node }) => node?.textContent?.slice(0, 60) ?? '') })
    }
  }).observe({ type: 'layout-shift', buffered: true })
}
