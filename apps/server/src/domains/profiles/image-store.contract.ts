import { buffer } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { newId } from '../../core/ids.ts'
import { IMAGE_FORMATS, type ImageFile, type ImageStore } from './image-store.ts'

const WIDTHS = [160, 480, 1080]

function filesOf(mark: string): ImageFile[] {
  return WIDTHS.flatMap(widthPx =>
    IMAGE_FORMATS.map(format => ({ widthPx, format, data: Buffer.from(`${mark} ${widthPx} ${format}`) })),
  )
}

/** What every image store must do; `open` answers the store under test. */
export function imageStoreContract(name: string, open: () => Promise<ImageStore>): void {
  describe(`${name} as a picture store`, () => {
    test('gives back each file as it was put', async () => {
      const store = await open()
      const id = newId()
      await store.put(id, filesOf('one'))
      expect(await store.has(id)).toBe(true)
      for (const { data, ...variant } of filesOf('one')) {
        const found = await store.open(id, variant)
        expect(found?.bytes).toBe(data.length)
        expect(found && (await buffer(found.stream))).toEqual(data)
      }
    })

    test('has nothing under an id that was never put', async () => {
      const store = await open()
      const id = newId()
      expect(await store.has(id)).toBe(false)
      expect(await store.open(id, { widthPx: 160, format: 'jpeg' })).toBeNull()
      await expect(store.remove(id)).resolves.toBeUndefined()
    })

    test('keeps the first of two pictures with one id, whole', async () => {
      const store = await open()
      const id = newId()
      await Promise.all([store.put(id, filesOf('aaa')), store.put(id, filesOf('bbb'))])
      await store.put(id, filesOf('ccc'))
      const marks = new Set<string>()
      for (const { widthPx, format } of filesOf('any')) {
        const found = await store.open(id, { widthPx, format })
        marks.add(found ? (await buffer(found.stream)).toString().slice(0, 3) : 'none')
      }
      expect(marks.size).toBe(1)
      expect(['aaa', 'bbb']).toContain([...marks][0])
    })

    test('forgets a removed picture and no other', async () => {
      const store = await open()
      const [gone, kept] = [newId(), newId()]
      await store.put(gone, filesOf('gone'))
      await store.put(kept, filesOf('kept'))
      await store.remove(gone)
      expect(await store.has(gone)).toBe(false)
      expect(await store.open(gone, { widthPx: 160, format: 'avif' })).toBeNull()
      expect(await store.has(kept)).toBe(true)
    })

    test('lists every image once, and none that was removed', async () => {
      const store = await open()
      const ids = [newId(), newId(), newId()]
      const gone = newId()
      for (const id of [...ids, gone]) await store.put(id, filesOf('one'))
      await store.remove(gone)
      const listed: string[] = []
      for await (const id of store.list()) listed.push(id)
      expect(listed.sort()).toEqual(ids.sort())
    })

    test('takes no id that is not one of ours', async () => {
      const store = await open()
      for (const id of ['', '..', '../../etc', `${newId()}/..`, newId().toUpperCase()]) {
        await expect(store.put(id, filesOf('x'))).rejects.toThrow(TypeError)
        await expect(store.has(id)).rejects.toThrow(TypeError)
        await expect(store.open(id, { widthPx: 160, format: 'jpeg' })).rejects.toThrow(TypeError)
        await expect(store.remove(id)).rejects.toThrow(TypeError)
      }
    })
  })
}
