/** Milliseconds of a clock that all processes of this machine share and nobody can set. */
export function machineMs(): number {
  return Number(process.hrtime.bigint()) / 1e6
}

/**
 * Sends the server a report, with the time at which it was made: the report may wait while the server stands still.
 */
export function sendReport(report: object): void {
  if (!process.connected) return // The server may have exited before.
  process.send?.({ ...report, sentMs: machineMs() }, undefined, undefined, () => {})
}
