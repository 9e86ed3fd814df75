import { useMatches } from 'react-router'
import script from './page-start-script.js?inline-script'

/**
 * When the code of a finished page starts for a visitor. `used`: with the first use of the page (a pointer, a touch, a
 * key, scrolling), or when a part comes into view that only the code can fill (`data-needs-code`), and at the latest
 * some seconds after the page was loaded. For a logged-in person, and on all other pages, it starts at once.
 */
export type PageStart = 'used'

/** What a person did before the page's code ran. */
interface EarlyUse {
  /** Stops recording; answers the last button that was tapped, and the field of each change. */
  stop(): { tap: HTMLElement | null; fields: readonly HTMLInputElement[] }
}

declare global {
  interface Window {
    earlyUse?: EarlyUse
  }
}

/**
 * Runs before the first paint. A tap on a button before the page's own code runs would be lost, and submitting a form
 * would put its fields, also a password, into the address of a new page. So this script records the last tap, shows it
 * as accepted, and carries it out once the code runs. It does not touch what works without this code (links, details,
 * popovers, a search, and buttons that are marked `data-early`). The server makes the code of pages that start later
 * inert (`first-view.ts`); this script makes it run, and writes their times in the reader's zone.
 */
export const PAGE_START_SCRIPT = script

/**
 * React does not know the value of a field that was moved before hydration: this changes the field once more, with
 * events.
 */
function changeAgain(field: HTMLInputElement): void {
  const { value, defaultValue } = field
  const native = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')
  if (value === defaultValue || !native?.set) return
  // React compares with the value that was last set through the element itself.
  field.value = defaultValue
  native.set.call(field, value)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

/** Carries out what was recorded; called once, when the page's code runs. */
export function carryOutEarlyUse(): void {
  const early = window.earlyUse?.stop()
  if (!early) return
  for (const field of new Set(early.fields))
    if (field.isConnected && field.type === 'range') changeAgain(field)
  if (early.tap?.isConnected) early.tap.click()
}

/** When the code of these routes starts; undefined for a page that starts at once. */
export function usePageStart(): PageStart | undefined {
  const handle = useMatches().at(-1)?.handle
  const starts = typeof handle === 'object' && handle !== null && 'starts' in handle && handle.starts
  return starts === 'used' ? starts : undefined
}
