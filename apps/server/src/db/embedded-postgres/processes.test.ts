import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { access, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createScratch } from '../../testing/data-dir.ts'
import { readPostmasterPid, removeStaleNote } from './processes.ts'

test.runIf(process.platform === 'linux')(
  'the note of a postmaster stays while any process works in its directory, and goes after',
  async () => {
    const directory = await createScratch()
    const worker = spawn('sleep', ['60'], { cwd: directory })
    onTestFinished(() => void worker.kill())
    await once(worker, 'spawn')
    const note = join(directory, 'postmaster.pid')
    await writeFile(note, '4194304\n')
    await removeStaleNote(directory)
    await expect(access(note)).resolves.toBeUndefined()
    worker.kill()
    await once(worker, 'exit')
    await removeStaleNote(directory)
    await expect(access(note)).rejects.toThrow('ENOENT')
  },
)

test('an empty or damaged note names no process', async () => {
  const directory = await createScratch()
  for (const text of ['', 'x', '0\n', '-1\n', '1\n']) {
    await writeFile(join(directory, 'postmaster.pid'), text)
    expect(await readPostmasterPid(directory)).toBeUndefined()
  }
})
