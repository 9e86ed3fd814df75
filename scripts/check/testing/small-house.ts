import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach } from 'vitest'

export const SERVER = 'apps/server/src'
export const WEB = 'apps/web/app'
/** The text of a file that breaks nothing. */
export const value = 'export const value = 1\n'

/** A small project of its own for each test of a file; a guard is held against it. */
export function useSmallHouse() {
  const house = {
    root: '',
    async put(files: Record<string, string>): Promise<void> {
      for (const [path, text] of Object.entries(files)) {
        await mkdir(dirname(join(house.root, path)), { recursive: true })
        await writeFile(join(house.root, path), text)
      }
    },
  }
  beforeEach(async () => {
    house.root = await mkdtemp(join(tmpdir(), 'parley-guards-'))
  })
  afterEach(() => rm(house.root, { recursive: true, force: true }))
  return house
}
