import { buffer } from 'node:stream/consumers'
import { HeadObjectCommand, ListObjectsV2Command, PutObjectCommand } from '@aws-sdk/client-s3'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../core/ids.ts'
import { Outage } from '../../core/outage.ts'
import { imageStoreContract } from '../../domains/profiles/image-store.contract.ts'
import { findServerProgram } from '../../testing/server-programs.ts'
import { createS3Client, type S3Settings } from './s3-client.ts'
import { openS3Images, type S3Images } from './s3-images.ts'
import { type ObjectStore, objectStore } from './testing/object-store.ts'

const program = findServerProgram('versitygw')
const jpeg = (text: string) => [{ widthPx: 160, format: 'jpeg', data: Buffer.from(text) } as const]

async function idsOf(store: S3Images): Promise<string[]> {
  const ids: string[] = []
  for await (const id of store.list()) ids.push(id)
  return ids
}

describe.skipIf(!program)('pictures on S3', () => {
  let server: ObjectStore
  const opened: S3Images[] = []
  beforeAll(async () => {
    server = await objectStore(program ?? '')
    await server.start()
  })
  afterAll(async () => {
    for (const store of opened) store.close()
    await server?.stop()
  })

  function openOn(settings: S3Settings): S3Images {
    const store = openS3Images(settings)
    opened.push(store)
    return store
  }

  async function keysIn(settings: S3Settings): Promise<string[]> {
    const client = createS3Client(settings)
    const page = await client.send(new ListObjectsV2Command({ Bucket: settings.bucket }))
    client.destroy()
    return (page.Contents ?? []).map(each => each.Key ?? '')
  }

  imageStoreContract('a bucket', async () => openOn(await server.newBucket()))

  test('each file carries its type and may be kept for ever by the server of the bucket', async () => {
    const settings = await server.newBucket()
    await openOn(settings).put(newId(), jpeg('x'))
    const key = (await keysIn(settings)).find(each => each.endsWith('160.jpeg'))
    const client = createS3Client(settings)
    const facts = await client.send(new HeadObjectCommand({ Bucket: settings.bucket, Key: key }))
    client.destroy()
    expect(facts).toMatchObject({
      ContentType: 'image/jpeg',
      CacheControl: 'public, max-age=31536000, immutable',
    })
  })

  test('the picture that came second leaves no files behind', async () => {
    const settings = await server.newBucket()
    const [store, id] = [openOn(settings), newId()]
    await store.put(id, jpeg('first'))
    await store.put(id, jpeg('second'))
    expect(await keysIn(settings)).toHaveLength(2)
    const found = await store.open(id, { widthPx: 160, format: 'jpeg' })
    expect(found && String(await buffer(found.stream))).toBe('first')
  })

  test('a picture that a crash left half stored is not there, but listed so that it is cleared away', async () => {
    const settings = await server.newBucket()
    const [store, id] = [openOn(settings), newId()]
    const client = createS3Client(settings)
    const Key = `pictures/${id}/draft/160.jpeg`
    await client.send(new PutObjectCommand({ Bucket: settings.bucket, Key, Body: 'half' }))
    client.destroy()
    expect(await store.has(id)).toBe(false)
    expect(await store.open(id, { widthPx: 160, format: 'jpeg' })).toBeNull()
    expect(await idsOf(store)).toEqual([id])
    await store.remove(id)
    expect(await keysIn(settings)).toEqual([])
  })

  test('what another process removed is not found here either', async () => {
    const settings = await server.newBucket()
    const [here, there, id] = [openOn(settings), openOn(settings), newId()]
    await here.put(id, jpeg('x'))
    const found = await here.open(id, { widthPx: 160, format: 'jpeg' })
    found?.stream.destroy()
    await there.remove(id)
    expect(await here.open(id, { widthPx: 160, format: 'jpeg' })).toBeNull()
    expect(await here.has(id)).toBe(false)
  })

  test.each([
    ['another secret', { credentials: { accessKeyId: 'parley-tests', secretAccessKey: 'wrong' } }],
    ['an unknown key', { credentials: { accessKeyId: 'nobody', secretAccessKey: 'wrong' } }],
    ['a bucket that is not there', { bucket: 'missing' }],
  ])('%s is an outage that asking again does not mend, never "no such picture"', async (_what, change) => {
    const store = openOn({ ...(await server.newBucket()), ...change })
    const tries = [
      () => store.check(),
      () => store.has(newId()),
      () => store.open(newId(), { widthPx: 160, format: 'jpeg' }),
      () => store.put(newId(), jpeg('x')),
      () => store.remove(newId()),
      () => idsOf(store),
    ]
    for (const attempt of tries) {
      const error = await attempt().then(
        () => null,
        (failure: unknown) => failure,
      )
      expect(error).toBeInstanceOf(Outage)
      expect(error).toMatchObject({ provider: 'pictures', mayRetry: 'no' })
    }
  })

  test('while the server is down every call is an outage, and after its return all is as before', async () => {
    const settings = await server.newBucket()
    const [store, id] = [openOn(settings), newId()]
    await store.put(id, jpeg('kept'))
    await server.stop()
    await expect(store.check()).rejects.toBeInstanceOf(Outage)
    await expect(store.put(newId(), jpeg('lost'))).rejects.toMatchObject({ mayRetry: 'yes' })
    await expect(store.open(id, { widthPx: 160, format: 'jpeg' })).rejects.toBeInstanceOf(Outage)
    await server.start()
    const found = await store.open(id, { widthPx: 160, format: 'jpeg' })
    expect(found && String(await buffer(found.stream))).toBe('kept')
    expect(await idsOf(store)).toEqual([id])
  })

  test('the bucket answers nobody without keys', async () => {
    const settings = await server.newBucket()
    await openOn(settings).put(newId(), jpeg('x'))
    const [key] = await keysIn(settings)
    const answer = await fetch(`${settings.endpoint}/${settings.bucket}/${key}`)
    expect(answer.status).toBe(403)
  })
})
