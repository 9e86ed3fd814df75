import { askedTogether } from '../../../core/asked-together.ts'
import type { Db } from '../../../db/client.ts'
import { selectShownTime, selectUsedMs } from '../store.ts'

/** The time of rooms as the database has it; of everybody who comes to a room at once by one question. */
export const storedTime = (db: Db) => ({
  usedMs: askedTogether(roomIds => selectUsedMs(db, roomIds)),
  shown: askedTogether(roomIds => selectShownTime(db, roomIds)),
})
