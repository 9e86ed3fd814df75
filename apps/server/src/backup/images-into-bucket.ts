import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Outage } from '../core/outage.ts'
import { IMAGE_FORMATS, type ImageFile, type ImageStore } from '../domains/profiles/image-store.ts'
import { IMAGES_FOLDER, type Manifest } from './manifest.ts'
import { BackupRefused } from './refused.ts'

/** A bucket that images are in. */
export interface ImageBucket {
  name: string
  store: Pick<ImageStore, 'put'>
  /** Rejects with an outage when the bucket does not work with these settings. */
  check(): Promise<void>
}

const IMAGE = new RegExp(`^${IMAGES_FOLDER}/[^/]+/([0-9a-f-]{36})/(\\d{1,5})\\.(${IMAGE_FORMATS.join('|')})$`)

type Named = Omit<ImageFile, 'data'> & { path: string }

/** The files of each image in a backup, by the image's id. */
function imagesOf({ files }: Pick<Manifest, 'files'>): Map<string, Named[]> {
  const images = new Map<string, Named[]>()
  for (const { path } of files) {
    const [, id, width, extension] = IMAGE.exec(path) ?? []
    const format = IMAGE_FORMATS.find(each => each === extension)
    if (id && format) images.set(id, [...(images.get(id) ?? []), { path, widthPx: Number(width), format }])
  }
  return images
}

/**
 * Puts the images of a backup that has them in itself into a bucket; an image that is there already stays. Throws
 * BackupRefused where the bucket does not take them.
 */
export async function putImagesInto(
  bucket: ImageBucket,
  { manifest, source }: { manifest: Manifest; source: string },
): Promise<void> {
  for (const [id, files] of imagesOf(manifest)) {
    const read = files.map(async ({ path, widthPx, format }) => {
      return { widthPx, format, data: await readFile(join(source, path)) }
    })
    await bucket.store.put(id, await Promise.all(read)).catch(error => {
      throw refusedBy(bucket, error, 'Everything else is restored; do it again with --force.')
    })
  }
}

/** Before anything is changed: throws BackupRefused where the bucket does not work. */
export async function assertBucketWorks(bucket: ImageBucket): Promise<void> {
  await bucket.check().catch(error => {
    throw refusedBy(bucket, error, 'Nothing was changed.')
  })
}

function refusedBy({ name }: ImageBucket, error: unknown, result: string): unknown {
  if (!(error instanceof Outage)) return error
  const why = error.cause instanceof Error ? error.cause.message || error.cause.name : 'no answer'
  return new BackupRefused(`The images could not be put into the bucket ${name}: ${why}. ${result}`)
}
