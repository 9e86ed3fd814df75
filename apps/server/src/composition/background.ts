import type { Log } from '../core/core.ts'
import { KEYS_READ_EVERY_MS } from '../domains/accounts/public.ts'
import { repeatUntilStopped } from '../jobs/sweeper.ts'

const SWEEP_EVERY_MS = 1_000
const HOUSEKEEPING_EVERY_MS = 3_600_000

/** The server's repeated background jobs, until it stops. */
export function startBackground(deps: {
  log: Log
  /** Applies the rules of time that are due. */
  applyDue: () => Promise<unknown>
  /** Takes away what nobody needs any more. */
  cleanUp: readonly (() => Promise<unknown>)[]
  /** Reads the signing keys, which another process or the operator may have changed. */
  readKeys: () => Promise<unknown>
}): { stop(): Promise<void> } {
  const { log } = deps
  const sweeper = repeatUntilStopped(SWEEP_EVERY_MS, deps.applyDue, error =>
    log.error({ err: error }, 'rules of time could not be applied'),
  )
  const housekeeper = repeatUntilStopped(
    HOUSEKEEPING_EVERY_MS,
    () => Promise.all(deps.cleanUp.map(each => each())),
    error => log.error({ err: error }, 'what nobody needs could not be removed'),
  )
  const keyReader = repeatUntilStopped(KEYS_READ_EVERY_MS, deps.readKeys, error =>
    log.warn({ err: error }, 'the signing keys could not be read again: those of before go on'),
  )
  return {
    async stop() {
      await sweeper.stop()
      await keyReader.stop()
      await housekeeper.stop()
    },
  }
}
