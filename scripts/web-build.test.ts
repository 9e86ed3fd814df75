import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { temporaryDirectory } from '../apps/server/src/testing/temporary-directory.ts'
import { removeOlder } from './web-build.ts'

it('a build keeps the files of the build before it, and no older ones', async () => {
  const folder = await temporaryDirectory()
  await mkdir(join(folder, 'assets'))
  const builtAt = { 'site-a.js': 100, 'site-b.js': 200, 'site-c.js': 300 }
  for (const [name, second] of Object.entries(builtAt)) {
    const path = join(folder, 'assets', name)
    await writeFile(path, name)
    await utimes(path, second, second)
  }
  await removeOlder(folder, 200_000)
  expect(await readdir(join(folder, 'assets'))).toEqual(['site-b.js', 'site-c.js'])
})
