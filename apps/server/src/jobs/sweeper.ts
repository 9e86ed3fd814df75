/** Runs `work` again and again, one at a time, until stopped; a failure is reported and does not end it. */
export function repeatUntilStopped(
  everyMs: number,
  work: () => Promise<unknown>,
  onFailure: (error: unknown) => void,
): { stop(): Promise<void> } {
  let timer: NodeJS.Timeout | undefined
  let running: Promise<unknown> = Promise.resolve()
  let isStopped = false
  const schedule = () => {
    timer = setTimeout(() => {
      running = work()
        .catch(onFailure)
        .finally(() => isStopped || schedule())
    }, everyMs)
    timer.unref()
  }
  schedule()
  return {
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await running
    },
  }
}
