import { useMatches } from 'react-router'
import script from './page-start-script.js?raw'

/**
 * When the code of a finished page starts for a visitor. `used`: with the first sign that somebody uses the page (a pointer,
 * a touch, a key, scrolling), or when a part comes into view that only the code can fill (`data-needs-code`), and at
 * the latest some seconds after the page was loaded. `seen`: as soon as the first view is complete, for pages that
 * move by themselves. For somebody who is logged in, and on all other pages, it starts at once.
 */
export type PageStart = 'used' | 'seen'

/** What a person did before the page's code ran. */
interface EarlyUse {
  /** Ends the keeping: the last button that was tapped, and the field that was changed. */
  take(): { tap: HTMLElement | null; field: HTMLInputElement | null }
}

declare global {
  interface Window {
    earlyUse?: EarlyUse
  }
}

/**
 * Runs before the first paint. A tap on a button before the page's own code runs would be lost, and that of a form would send
 * the form as the address of a new page, a password too: it is kept, the last one, shown as taken, and carried out once
 * the code runs. What works by itself (links, details, popovers, a search) is left alone. The server makes the code of
 * pages that start later inert (`first-view.ts`); this script makes it run, and writes their times in the reader's zone.
 */
export const PAGE_START_SCRIPT = script

/** A field that was moved before React held it shows what React does not know: it is changed once more, as a person does. */
function changeAgain(field: HTMLInputElement): void {
  const { value, defaultValue } = field
  const native = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')
  if (value === defaultValue || !native?.set) return
  // React compares with the value that was last set through the element itself.
  field.value = defaultValue
  native.set.call(field, value)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

/** Does what was done before; called once, when the page's code runs. */
export function carryOutEarlyUse(): void {
  const early = window.earlyUse?.take()
  if (early?.field?.isConnected && early.field.type === 'range') changeAgain(early.field)
  if (early?.tap?.isConnected) early.tap.click()
}

/** When the page of these routes starts; nothing for one that starts at once. */
export function usePageStart(): PageStart | undefined {
  const handle = useMatches().at(-1)?.handle
  const starts = typeof handle === 'object' && handle !== null && 'starts' in handle && handle.starts
  return starts === 'used' || starts === 'seen' ? starts : undefined
}
