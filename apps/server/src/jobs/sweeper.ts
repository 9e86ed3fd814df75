/**
 * Runs `work` again and again, one at a time, until stopped; a failure is reported and does not end it. The first run
 * comes after `firstMs`, as late as any other if that is left out.
 */
export function repeatUntilStopped(
  { everyMs, firstMs = everyMs }: { everyMs: number; firstMs?: number },
  work: () => Promise<unknown>,
  onFailure: (error: unknown) => void,
): { stop(): Promise<void> } {
  let timer: NodeJS.Timeout | undefined
  let running: Promise<unknown> = Promise.resolve()
  let isStopped = false
  const schedule = (afterMs: number) => {
    timer = setTimeout(() => {
      running = work()
        .catch(onFailure)
        .finally(() => isStopped || schedule(everyMs))
    }, afterMs)
    timer.unref()
  }
  schedule(firstMs)
  return {
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await running
    },
  }
}
