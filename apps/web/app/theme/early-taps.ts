/** What the page does with a tap that came too early, once its code runs. */
interface EarlyTaps {
  replay(): void
}

declare global {
  interface Window {
    earlyTaps?: EarlyTaps
  }
}

/**
 * Runs before the first paint. A tap on a button before the page's own code runs would be lost, and that of a form would send
 * the form as the address of a new page, a password too: it is kept, the last one, and done once the code runs. What
 * works by itself (links, details, popovers) is left alone.
 */
export const EARLY_TAPS_SCRIPT =
  '(function(){var b=null;function keep(e){var t=e.isTrusted&&e.target.closest&&e.target.closest("button,input[type=submit]");if(!t||t.matches("[popovertarget],[commandfor]"))return;e.preventDefault();e.stopImmediatePropagation();b=t}addEventListener("click",keep,true);window.earlyTaps={replay:function(){removeEventListener("click",keep,true);delete window.earlyTaps;if(b&&b.isConnected)b.click()}}})()'

/** Does what was tapped before; called once, when the page's code runs. */
export function replayEarlyTap(): void {
  window.earlyTaps?.replay()
}
