import { mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { captureCommand, ROOT } from '../run-command.ts'

const SCRIPT = join(ROOT, 'deploy/try-image')

test('the script that tries the image is valid, and says why it cannot run where buildah is missing', async () => {
  expect(await captureCommand(['bash', '-n', SCRIPT])).toMatchObject({ code: 0 })
  const programs = await mkdtemp(join(tmpdir(), 'parley-no-buildah-'))
  try {
    for (const name of ['bash', 'dirname']) await symlink(`/usr/bin/${name}`, join(programs, name))
    const env = { PATH: programs, DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' }
    const { code, output } = await captureCommand(['/usr/bin/bash', SCRIPT], { env })
    expect([code, output.trim()]).toEqual([0, 'try-image: no buildah here, nothing was tried'])
  } finally {
    await rm(programs, { recursive: true })
  }
})
