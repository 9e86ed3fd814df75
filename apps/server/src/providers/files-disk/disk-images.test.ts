import { mkdir, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { newId } from '../../core/ids.ts'
import { Outage } from '../../core/outage.ts'
import { imageStoreContract } from '../../domains/profiles/image-store.contract.ts'
import { temporaryDirectory } from '../../testing/temporary-directory.ts'
import { openDiskImages } from './disk-images.ts'

imageStoreContract('the disk', async () => openDiskImages(await temporaryDirectory()))

async function fileNames(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true })
  return entries.filter(entry => entry.isFile()).map(entry => entry.name)
}

test('a picture that cannot be written wholly leaves nothing', async () => {
  const directory = await temporaryDirectory()
  const store = await openDiskImages(directory)
  const id = newId()
  const same = { widthPx: 160, format: 'jpeg', data: Buffer.from('x') } as const
  await expect(store.put(id, [same, same])).rejects.toThrow()
  expect(await store.has(id)).toBe(false)
  expect(await fileNames(directory)).toEqual([])
})

test('a disk that takes no more is an outage, not a bug of ours', async () => {
  const directory = await temporaryDirectory()
  const store = await openDiskImages(directory)
  // As on a full disk, no file can be made there.
  await rm(join(directory, 'unfinished'), { recursive: true })
  await writeFile(join(directory, 'unfinished'), '')
  const put = store.put(newId(), [{ widthPx: 160, format: 'jpeg', data: Buffer.from('x') }])
  await expect(put).rejects.toThrow(Outage)
  await expect(put).rejects.toMatchObject({ provider: 'pictures', mayRetry: 'yes' })
})

const LONG_AGO = new Date(Date.now() - 2 * 3_600_000)

test('what a crash left half written is removed later, and whole images stay', async () => {
  const directory = await temporaryDirectory()
  const id = newId()
  const store = await openDiskImages(directory)
  await store.put(id, [{ widthPx: 160, format: 'jpeg', data: Buffer.from('x') }])
  const draft = join(directory, 'unfinished', 'abandoned')
  await mkdir(draft)
  await writeFile(join(draft, '160.jpeg'), 'half')
  await utimes(draft, LONG_AGO, LONG_AGO)
  const reopened = await openDiskImages(directory)
  expect(await reopened.has(id)).toBe(true)
  expect(await fileNames(directory)).toEqual(['160.jpeg'])
})

test('a start beside another process leaves the image that it writes at this moment', async () => {
  const directory = await temporaryDirectory()
  await openDiskImages(directory)
  const draft = join(directory, 'unfinished', 'being-written')
  await mkdir(draft)
  await writeFile(join(draft, '160.jpeg'), 'half')
  await openDiskImages(directory)
  expect(await fileNames(directory)).toEqual(['160.jpeg'])
})

test('a file that the operating system left beside the images does not keep them from being listed', async () => {
  const directory = await temporaryDirectory()
  const images = await openDiskImages(directory)
  const imageId = newId()
  await images.put(imageId, [{ widthPx: 160, format: 'jpeg', data: Buffer.from('x') }])
  await writeFile(join(directory, '.DS_Store'), '')
  const found: string[] = []
  for await (const each of images.list()) found.push(each)
  expect(found).toEqual([imageId])
})
