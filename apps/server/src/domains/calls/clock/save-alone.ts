import type { Db } from '../../../db/client.ts'
import { saveStretchesAlone } from '../store.ts'
import type { ClockedRoom } from './clocked-room.ts'

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
