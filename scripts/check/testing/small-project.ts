import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach } from 'vitest'

export const SERVER = 'apps/server/src'
export const WEB = 'apps/web/app'
/** The text of a file that breaks no rule. */
export const value = 'export const value = 1\n'

/** Gives each test of a file a small project, over which a guard runs. */
export function useSmallProject() {
  const project = {
    root: '',
    async put(files: Record<string, string>): Promise<void> {
      for (const [path, text] of Object.entries(files)) {
        await mkdir(dirname(join(project.root, path)), { recursive: true })
        await writeFile(join(project.root, path), text)
      }
    },
  }
  beforeEach(async () => {
    project.root = await mkdtemp(join(tmpdir(), 'parley-guards-'))
  })
  afterEach(() => rm(project.root, { recursive: true, force: true }))
  return project
}
