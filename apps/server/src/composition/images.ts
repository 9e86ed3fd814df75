import { join } from 'node:path'
import type { Config } from '../config.ts'
import type { ImageStore } from '../domains/profiles/image-store.ts'
import { openDiskImages } from '../providers/files-disk/disk-images.ts'

export interface OpenImages {
  store: ImageStore
  /** Rejects when the store does not work; null where it is this machine's own disk. */
  check: (() => Promise<void>) | null
  close(): void
}

/** The image store that the configuration names. */
export async function openImages(config: Config): Promise<OpenImages> {
  const settings = config.images
  switch (settings.provider) {
    case 'disk': {
      const store = await openDiskImages(join(config.dataDir, 'media'))
      return { store, check: null, close: () => undefined }
    }
    case 's3': {
      // The SDK is large: only who uses it loads it.
      const { openS3Images } = await import('../providers/files-s3/s3-images.ts')
      const store = openS3Images(settings)
      return { store, check: () => store.check(), close: () => store.close() }
    }
  }
}
