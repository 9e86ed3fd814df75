import { newId } from '../../core/ids.ts'
import type { Tx } from '../../db/client.ts'
import type { ProfilesDeps } from './deps.ts'
import { findPicture, insertPicture } from './store.ts'

/** A picture whose files are stored, but whose row is not written yet. */
export interface NewPicture {
  id: string
  insert(tx: Tx, ownerId: string): Promise<void>
  /** Deletes the files when the change that stored them fails. */
  discard(): Promise<void>
}

export type PictureDeps = Pick<ProfilesDeps, 'preparePicture' | 'pictures' | 'db' | 'clock' | 'log'>

/** Decodes an upload and stores its files before a row references them; a refusal leaves nothing stored. */
export async function storePicture(
  deps: PictureDeps,
  upload: { file: Blob; field: string },
): Promise<NewPicture> {
  const picture = await deps.preparePicture(upload)
  const id = newId()
  await deps.pictures.put(id, picture.files)
  return {
    id,
    async insert(tx, ownerId) {
      const { widthPx, heightPx } = picture
      await insertPicture(tx, { id, ownerId, widthPx, heightPx, createdAt: deps.clock.now() })
    },
    async discard() {
      try {
        // After a commit whose answer was lost the row may exist; then the files must stay.
        if (!(await findPicture(deps.db, id))) await deps.pictures.remove(id)
      } catch (error) {
        deps.log.error({ err: error, pictureId: id }, 'the files of a refused picture stayed')
      }
    },
  }
}
