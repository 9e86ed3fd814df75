import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { ROOT } from '../run-command.ts'
import { bundleServer, placedSource } from './bundle-server.ts'

test('a bundled source still finds the files beside it', () => {
  const text = "const at = new URL('./a.png', import.meta.url)\nconst beside = join(import.meta.dirname, 'b')"
  const path = join(ROOT, 'apps/server/src/db/migrate.ts')
  expect(placedSource(path, text)).toBe(
    `const at = new URL('./a.png', ${JSON.stringify(pathToFileURL(path).href)})\n` +
      `const beside = join(${JSON.stringify(join(ROOT, 'apps/server/src/db'))}, 'b')`,
  )
})

test('every program of the server is bundled, and prints what its source prints', async () => {
  const folder = process.env.SERVER_BUNDLE ?? (await bundleServer(ROOT))
  expect(await readdir(folder)).toEqual(
    expect.arrayContaining(['audit.mjs', 'main.mjs', 'reconcile.mjs', 'staff.mjs']),
  )
  const env = { ...process.env, PORT: 'not a number' }
  const said = async (file: string) => {
    const child = spawn(process.execPath, [file], { env, stdio: ['ignore', 'ignore', 'pipe'] })
    let output = ''
    child.stderr.on('data', chunk => (output += String(chunk)))
    const [code] = await once(child, 'close')
    return { code, output }
  }
  const ofSource = await said(join(ROOT, 'apps/server/src/main.ts'))
  expect(ofSource).toMatchObject({ code: 1, output: expect.stringContaining('PORT') })
  expect(await said(join(folder, 'main.mjs'))).toEqual(ofSource)
})
