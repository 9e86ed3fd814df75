import { randomBytes } from 'node:crypto'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Outage } from '../../core/outage.ts'
import { unlessMissing } from '../../core/unless-missing.ts'
import type { ImageFile, ImageStore, ImageVariant } from '../../domains/profiles/image-store.ts'
import { openDrafts } from './abandoned-drafts.ts'

const IMAGE_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const UNFINISHED = 'unfinished'

/** Keeps images in `directory`, one folder each, which appears complete or not at all. */
export async function openDiskImages(directory: string): Promise<ImageStore> {
  const unfinished = join(directory, UNFINISHED)
  await openDrafts(unfinished)

  return {
    async put(imageId, files) {
      const target = folderOf(directory, imageId)
      const draft = join(unfinished, randomBytes(12).toString('hex'))
      try {
        await write(files, { draft, target })
      } catch (error) {
        throw diskOutage(error)
      }
    },
    async has(imageId) {
      const found = await unlessMissing(stat(folderOf(directory, imageId)))
      return found?.isDirectory() ?? false
    },
    async open(imageId, variant) {
      const file = await unlessMissing(open(join(folderOf(directory, imageId), nameOf(variant))))
      if (!file) return null
      const { size } = await file.stat()
      return { bytes: size, stream: file.createReadStream() }
    },
    async remove(imageId) {
      await rm(folderOf(directory, imageId), { recursive: true, force: true })
    },
    async *list() {
      for (const shelf of await readdir(directory, { withFileTypes: true })) {
        // An operating system may put files of its own here.
        if (!shelf.isDirectory() || shelf.name === UNFINISHED) continue
        yield* (await readdir(join(directory, shelf.name))).filter(name => IMAGE_ID.test(name))
      }
    },
  }
}

/** Writes the files into a folder beside, and gives it its name at the end; nothing of a failure stays. */
async function write(files: readonly ImageFile[], { draft, target }: { draft: string; target: string }) {
  await mkdir(draft)
  try {
    for (const file of files) await writeDurably(join(draft, nameOf(file)), file)
    await syncDirectory(draft)
    await mkdir(dirname(target), { recursive: true })
    await appear(draft, target)
    await syncDirectory(dirname(target))
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}

/** The last two digits of an id are random, so they spread the folders. Attack: an id that climbs out (`../`). */
function folderOf(directory: string, imageId: string): string {
  if (!IMAGE_ID.test(imageId)) throw new TypeError('a picture id is a UUID')
  return join(directory, imageId.slice(-2), imageId)
}

const nameOf = (variant: ImageVariant) => `${Number(variant.widthPx)}.${variant.format}`

/** On the disk before its name is: a crash leaves no half of a file behind a good name. */
async function writeDurably(path: string, file: ImageFile): Promise<void> {
  const handle = await open(path, 'wx', 0o640)
  try {
    await handle.writeFile(file.data)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Gives a whole image its name; where one is already, that one stays. */
async function appear(draft: string, target: string): Promise<void> {
  try {
    await rename(draft, target)
  } catch (error) {
    if (!isCode(error, 'ENOTEMPTY', 'EEXIST')) throw error
  }
}

async function syncDirectory(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** A disk that is full or read-only, or a process with too many open files, may work again later. */
function diskOutage(error: unknown): unknown {
  const isOfSystem = error instanceof Error && 'syscall' in error
  return isOfSystem ? new Outage('pictures', 'yes', error) : error
}

function isCode(error: unknown, ...codes: string[]): boolean {
  return error instanceof Error && codes.includes(String((error as NodeJS.ErrnoException).code))
}
