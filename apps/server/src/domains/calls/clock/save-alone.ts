import type { Db } from '../../../db/client.ts'
import { saveStretchesAlone } from '../store.ts'
import type { ClockedRoom } from './clocked-room.ts'

/** One save after the other: an interval's end may be moved back, so an older save must not come after a newer one. */
export function savingInOrder(
  save: (rooms?: readonly ClockedRoom[]) => Promise<void>,
): (rooms?: readonly ClockedRoom[]) => Promise<void> {
  let last: Promise<unknown> = Promise.resolve()
  return rooms => {
    const done = last.then(() => save(rooms))
    // `done` passes a failure to the caller; the next save continues.
    last = done.catch(() => undefined)
    return done
  }
}

/** Stores who was alone in these rooms; keeps what could not be stored for the next time. Throws the errors. */
export async function saveAloneIn(db: Db, rooms: readonly ClockedRoom[]): Promise<void> {
  const watches = rooms.flatMap(({ alone }) => alone ?? [])
  const taken = watches.map(watch => ({ watch, stretches: watch.drainUnsaved() }))
  try {
    await saveStretchesAlone(
      db,
      taken.flatMap(({ stretches }) => stretches),
    )
  } catch (error) {
    for (const { watch, stretches } of taken) watch.putBack(stretches)
    throw error
  }
}
