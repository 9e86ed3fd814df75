type SetTimer = (work: () => void, delayMs: number) => unknown

/** A timer for which only the newest start counts: each shown message stays for its whole time. */
export function latestTimer(setTimer: SetTimer): (work: () => void, delayMs: number) => void {
  let starts = 0
  return (work, delayMs) => {
    starts += 1
    const mine = starts
    setTimer(() => mine === starts && work(), delayMs)
  }
}
