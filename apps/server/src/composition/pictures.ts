import { join } from 'node:path'
import type { Config } from '../config.ts'
import type { PictureStore } from '../domains/profiles/picture-store.ts'
import { openDiskPictures } from '../providers/files-disk/disk-pictures.ts'

export interface OpenPictures {
  store: PictureStore
  /** Rejects when the store does not work; null where it is this machine's own disk. */
  check: (() => Promise<void>) | null
  close(): void
}

/** The picture store that the configuration names. */
export async function openPictures(config: Config): Promise<OpenPictures> {
  const settings = config.pictures
  switch (settings.provider) {
    case 'disk': {
      const store = await openDiskPictures(join(config.dataDir, 'media'))
      return { store, check: null, close: () => undefined }
    }
    case 's3': {
      // The SDK is large: only who uses it loads it.
      const { openS3Pictures } = await import('../providers/files-s3/s3-pictures.ts')
      const store = openS3Pictures(settings)
      return { store, check: () => store.check(), close: () => store.close() }
    }
  }
}
