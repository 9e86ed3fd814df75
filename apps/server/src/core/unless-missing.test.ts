import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { unlessMissing } from './unless-missing.ts'

const folder = await mkdtemp(join(tmpdir(), 'parley-missing-'))
afterAll(() => rm(folder, { recursive: true }))
const read = (...path: string[]) => unlessMissing(readFile(join(folder, ...path), 'utf8'))

it('answers null for what is not there, below a file too', async () => {
  await writeFile(join(folder, 'note'), 'a note')
  expect(await read('note')).toBe('a note')
  expect(await read('nothing')).toBeNull()
  expect(await read('note', 'below')).toBeNull()
})

it('throws what is there and cannot be read', async () => {
  await expect(read()).rejects.toThrow('EISDIR')
})
