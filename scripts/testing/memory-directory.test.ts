import { mkdir, mkdtemp, readdir, rm, stat, statfs, symlink, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { memoryDirectory } from './memory-directory.ts'

const TMPFS = 0x01021994
const ENOUGH = 64 * 1024 ** 3
const hasMemory = await statfs('/dev/shm').then(
  found => found.type === TMPFS,
  () => false,
)
const made: string[] = []
const scratch = async (parent: string) => {
  const path = await mkdtemp(join(parent, 'parley-memory-test-'))
  made.push(path)
  return path
}
afterAll(() => Promise.all(made.map(path => rm(path, { recursive: true, force: true }))))

describe.runIf(hasMemory)('a directory in memory for throw-away databases', () => {
  test('exists for every user of this machine, and files of an earlier run are removed', async () => {
    const memory = await scratch('/dev/shm')
    const room = (await statfs(memory)).bavail * (await statfs(memory)).bsize
    const directory = await memoryDirectory(undefined, { memory, available: ENOUGH })
    if (room < 6 * 1024 ** 3) return expect(directory).toBeUndefined()
    expect(directory).toMatch(/parley-tests-\d+$/)
    expect((await stat(directory ?? '')).mode & 0o7777).toBe(0o1777)
    const left = join(directory ?? '', 'left')
    await mkdir(left)
    await mkdir(join(directory ?? '', 'running'))
    const twoDaysAgo = new Date(Date.now() - 48 * 3_600_000)
    await utimes(left, twoDaysAgo, twoDaysAgo)
    expect(await memoryDirectory(undefined, { memory, available: ENOUGH })).toBe(directory)
    expect(await readdir(directory ?? '')).toEqual(['running'])
  })

  test('is not used where another user put a link of its name', async () => {
    const [memory, behind] = [await scratch('/dev/shm'), await scratch(tmpdir())]
    const old = join(behind, 'old')
    await mkdir(old)
    await utimes(old, new Date(0), new Date(0))
    await symlink(behind, join(memory, `parley-tests-${process.getuid?.()}`))
    expect(await memoryDirectory(undefined, { memory, available: ENOUGH })).toBeUndefined()
    expect(await readdir(behind)).toEqual(['old'])
  })

  test('is not used where memory is short', async () => {
    const memory = await scratch('/dev/shm')
    expect(await memoryDirectory(undefined, { memory, available: 2 * 1024 ** 3 })).toBeUndefined()
  })

  test('leaves a directory that the environment names', async () => {
    const memory = await scratch('/dev/shm')
    expect(await memoryDirectory(tmpdir(), { memory, available: ENOUGH })).toBeUndefined()
  })
})

test('there is none where there is no file system in memory', async () => {
  expect(await memoryDirectory(undefined, { memory: '/proc', available: ENOUGH })).toBeUndefined()
  expect(await memoryDirectory(undefined, { memory: '/nowhere', available: ENOUGH })).toBeUndefined()
})
