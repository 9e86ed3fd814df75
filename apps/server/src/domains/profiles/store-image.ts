import { newId } from '../../core/ids.ts'
import type { Tx } from '../../db/client.ts'
import type { ProfilesDeps } from './deps.ts'
import { findImage, insertImage } from './store.ts'

/** An image whose files are stored, but whose row is not written yet. */
export interface NewImage {
  id: string
  insert(tx: Tx, ownerId: string): Promise<void>
  /** Deletes the files when the change that stored them fails. */
  discard(): Promise<void>
}

export type ImageDeps = Pick<ProfilesDeps, 'prepareImage' | 'images' | 'db' | 'clock' | 'log'>

/** Decodes an upload and stores its files before a row references them; a refusal leaves nothing stored. */
export async function storeImage(deps: ImageDeps, upload: { file: Blob; field: string }): Promise<NewImage> {
  const image = await deps.prepareImage(upload)
  const id = newId()
  await deps.images.put(id, image.files)
  return {
    id,
    async insert(tx, ownerId) {
      const { widthPx, heightPx } = image
      await insertImage(tx, { id, ownerId, widthPx, heightPx, createdAt: deps.clock.now() })
    },
    async discard() {
      try {
        // After a commit whose answer was lost the row may exist; then the files must stay.
        if (!(await findImage(deps.db, id))) await deps.images.remove(id)
      } catch (error) {
        deps.log.error({ err: error, imageId: id }, 'the files of a refused picture stayed')
      }
    },
  }
}
