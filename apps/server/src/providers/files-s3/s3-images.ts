import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { text as readAll } from 'node:stream/consumers'
import {
  DeleteObjectsCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  type S3Client,
} from '@aws-sdk/client-s3'
import type { ImageFile, ImageStore, ImageVariant } from '../../domains/profiles/image-store.ts'
import { createS3Client, imageOutage, isKeyTaken, isNoSuchKey, type S3Settings } from './s3-client.ts'

const IMAGE_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const FOLDER = 'pictures/'
/** The object that makes an image exist; it names the draft whose files are the image's. */
const WHOLE = 'whole'
const FOR_EVER = 'public, max-age=31536000, immutable'
/** Drafts that are remembered, so that an image which is shown often costs one request and not two. */
const REMEMBERED_MAX = 10_000
/** What S3 deletes in one request. */
const DELETE_MAX = 1_000

export interface S3Images extends ImageStore {
  /** Rejects with an outage when the bucket cannot be read with these settings. */
  check(): Promise<void>
  close(): void
}

/**
 * Keeps images in a bucket: `pictures/{id}/{draft}/{width}.{format}`, and last `pictures/{id}/whole`, made only where
 * there is none. So an image appears complete or not at all, and of two with one id the first stays.
 */
export function openS3Images(settings: S3Settings): S3Images {
  const client = createS3Client(settings)
  const bucket = { client, Bucket: settings.bucket }
  const drafts = new Map<string, string>()

  async function draftOf(imageId: string): Promise<string | null> {
    const known = drafts.get(imageId)
    if (known) return known
    const found = await getObject(bucket, `${folderOf(imageId)}${WHOLE}`)
    if (!found) return null
    const draft = await text(found.stream)
    if (drafts.size >= REMEMBERED_MAX) drafts.clear()
    drafts.set(imageId, draft)
    return draft
  }

  return {
    async put(imageId, files) {
      const folder = folderOf(imageId)
      const draft = randomBytes(9).toString('base64url')
      const keys = files.map(file => `${folder}${draft}/${nameOf(file)}`)
      try {
        await Promise.all(files.map((file, i) => putFile(bucket, keys[i] ?? '', file)))
        const isFirst = await putNew(bucket, `${folder}${WHOLE}`, draft)
        if (!isFirst) await deleteObjects(bucket, keys)
      } catch (error) {
        // Without the last object there is no image; what lies there is removed as abandoned.
        throw imageOutage(error)
      }
    },
    async has(imageId) {
      const found = await getObject(bucket, `${folderOf(imageId)}${WHOLE}`)
      found?.stream.destroy()
      return found !== null
    },
    async open(imageId, variant) {
      const folder = folderOf(imageId)
      const draft = await draftOf(imageId)
      return draft === null ? null : getObject(bucket, `${folder}${draft}/${nameOf(variant)}`)
    },
    async remove(imageId) {
      const folder = folderOf(imageId)
      drafts.delete(imageId)
      try {
        await deleteObjects(bucket, [`${folder}${WHOLE}`])
        for await (const page of listed(bucket, { Prefix: folder })) {
          await deleteObjects(
            bucket,
            (page.Contents ?? []).map(each => each.Key ?? ''),
          )
        }
      } catch (error) {
        throw imageOutage(error)
      }
    },
    async *list() {
      try {
        for await (const page of listed(bucket, { Prefix: FOLDER, Delimiter: '/' })) {
          const names = (page.CommonPrefixes ?? []).map(each => each.Prefix?.slice(FOLDER.length, -1) ?? '')
          yield* names.filter(name => IMAGE_ID.test(name))
        }
      } catch (error) {
        throw imageOutage(error)
      }
    },
    async check() {
      try {
        await client.send(new ListObjectsV2Command({ Bucket: settings.bucket, MaxKeys: 1 }))
      } catch (error) {
        throw imageOutage(error)
      }
    },
    close: () => client.destroy(),
  }
}

interface Bucket {
  client: S3Client
  Bucket: string
}

/** Attack: an id that climbs out of the folder, into another image's or somebody else's objects. */
function folderOf(imageId: string): string {
  if (!IMAGE_ID.test(imageId)) throw new TypeError('a picture id is a UUID')
  return `${FOLDER}${imageId}/`
}

const nameOf = (variant: ImageVariant) => `${Number(variant.widthPx)}.${variant.format}`

async function putFile({ client, Bucket }: Bucket, key: string, file: ImageFile): Promise<void> {
  await client.send(
    new PutObjectCommand({
      Bucket,
      Key: key,
      Body: file.data,
      ContentType: `image/${file.format}`,
      CacheControl: FOR_EVER,
    }),
  )
}

/** Makes an object unless there is one; true when it is the one that was made here. */
async function putNew({ client, Bucket }: Bucket, key: string, content: string): Promise<boolean> {
  try {
    await client.send(
      new PutObjectCommand({
        Bucket,
        Key: key,
        Body: content,
        ContentType: 'text/plain',
        IfNoneMatch: '*',
      }),
    )
    return true
  } catch (error) {
    if (!isKeyTaken(error)) throw error
    // A repeated try may find the object that its first try made before the answer was lost.
    const found = await getObject({ client, Bucket }, key)
    return found !== null && (await text(found.stream)) === content
  }
}

async function getObject({ client, Bucket }: Bucket, key: string) {
  try {
    const found = await client.send(new GetObjectCommand({ Bucket, Key: key }))
    if (!(found.Body instanceof Readable)) throw new TypeError('the SDK gives streams in Node')
    return { bytes: found.ContentLength ?? 0, stream: found.Body }
  } catch (error) {
    if (isNoSuchKey(error)) return null
    throw imageOutage(error)
  }
}

async function deleteObjects({ client, Bucket }: Bucket, keys: readonly string[]): Promise<void> {
  for (let from = 0; from < keys.length; from += DELETE_MAX) {
    const Objects = keys.slice(from, from + DELETE_MAX).map(Key => ({ Key }))
    const { Errors } = await client.send(
      new DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } }),
    )
    const failed = Errors?.find(each => each.Code !== 'NoSuchKey')
    if (failed) throw new Error(`an object could not be removed: ${failed.Code ?? 'unknown'}`)
  }
}

async function* listed({ client, Bucket }: Bucket, what: { Prefix: string; Delimiter?: string }) {
  let ContinuationToken: string | undefined
  do {
    const page = await client.send(new ListObjectsV2Command({ Bucket, ...what, ContinuationToken }))
    yield page
    ContinuationToken = page.NextContinuationToken
  } while (ContinuationToken)
}

async function text(stream: Readable): Promise<string> {
  try {
    return await readAll(stream)
  } catch (error) {
    throw imageOutage(error)
  }
}
