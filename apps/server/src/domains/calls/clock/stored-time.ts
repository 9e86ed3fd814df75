import { batchLookups } from '../../../core/batch-lookups.ts'
import type { Db } from '../../../db/client.ts'
import { selectShownTime, selectUsedMs } from '../store.ts'

/** The time of rooms from the database; one query serves everybody who comes to a room at once. */
export const storedTime = (db: Db) => ({
  usedMs: batchLookups(roomIds => selectUsedMs(db, roomIds)),
  shown: batchLookups(roomIds => selectShownTime(db, roomIds)),
})
