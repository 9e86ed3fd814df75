import type { Log } from '../core/core.ts'

/** Steps by name; those of one stage run together. */
export type Stage = Record<string, () => unknown>

/** Some steps failed, which the log says; all others ran. */
export class StopIncomplete extends Error {
  override name = 'StopIncomplete'
}

/** Runs the stages in their order and every step of them, also after one that failed; throws at the end then. */
export async function inStages(log: Pick<Log, 'error'>, stages: readonly Stage[]): Promise<void> {
  const failed: string[] = []
  const run = async ([step, work]: [string, () => unknown]) => {
    try {
      await work()
    } catch (err) {
      failed.push(step)
      // One that has steps itself has logged them.
      if (!(err instanceof StopIncomplete)) log.error({ err, step }, 'a step of the stop failed')
    }
  }
  for (const stage of stages) await Promise.all(Object.entries(stage).map(run))
  if (failed.length > 0) throw new StopIncomplete(`The stop was incomplete: ${failed.join(', ')} failed.`)
}
