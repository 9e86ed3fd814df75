type SetTimer = (work: () => void, delayMs: number) => unknown

/** A timer of which only the newest start counts: what was shown last stands for its whole time. */
export function latestTimer(setTimer: SetTimer): (work: () => void, delayMs: number) => void {
  let starts = 0
  return (work, delayMs) => {
    starts += 1
    const mine = starts
    setTimer(() => mine === starts && work(), delayMs)
  }
}
