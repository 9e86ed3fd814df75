import { withTransaction } from '../../../db/client.ts'
import { eachOf } from '../../../db/each-of.ts'
import { liftSuspension, lockStanding, type SuspensionDeps } from './suspend-person.ts'
import { listDueSuspensions } from './suspension-store.ts'

const BATCH = 50

/** Ends expired suspensions; returns how many were checked. */
export async function endDueSuspensions(deps: SuspensionDeps): Promise<number> {
  const now = deps.clock.now()
  const due = await listDueSuspensions(deps.db, now, BATCH)
  await eachOf(due, ({ id, userId }) =>
    withTransaction(deps.db, async tx => {
      // Read again under the person's lock: staff may have changed it just now.
      const standing = await lockStanding(tx, userId)
      if (standing?.id === id) await liftSuspension(deps, tx, standing)
    }),
  )
  if (due.length > 0) deps.outbox.nudge()
  return due.length
}
