/**
 * Does a job again and again, `everyMs` after it began or as soon as it ended, never twice at once; answers the way to
 * stop.
 */
export function repeat(
  everyMs: number,
  job: () => void | Promise<void>,
  onError: (error: unknown) => void,
): () => void {
  let isStopped = false
  let timer: NodeJS.Timeout
  async function run(): Promise<void> {
    const begunAtMs = performance.now()
    try {
      await job()
    } catch (error) {
      onError(error)
    }
    if (!isStopped) timer = setTimeout(run, Math.max(0, everyMs - (performance.now() - begunAtMs)))
  }
  timer = setTimeout(run, everyMs)
  return () => {
    isStopped = true
    clearTimeout(timer)
  }
}
