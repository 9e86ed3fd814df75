import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'

const made: string[] = []

/** A directory for a test file, removed when the file is done. */
export async function temporaryDirectory(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'parley-files-'))
  made.push(path)
  return path
}

afterAll(async () => {
  for (const path of made.splice(0)) await rm(path, { recursive: true, force: true })
})
