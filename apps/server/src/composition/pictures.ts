import { join } from 'node:path'
import type { Config } from '../config.ts'
import type { PictureStore } from '../domains/profiles/picture-store.ts'
import { openDiskPictures } from '../providers/files-disk/disk-pictures.ts'

/** The picture store that the configuration names. */
export async function openPictures(config: Config): Promise<PictureStore> {
  switch (config.pictures.provider) {
    case 'disk':
      return openDiskPictures(join(config.dataDir, 'media'))
    case 's3':
      throw new Error('S3_BUCKET: S3 is not supported yet')
  }
}
