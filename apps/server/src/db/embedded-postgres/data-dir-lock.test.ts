import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { createDataDir } from '../../testing/data-dir.ts'

const ROUNDS = 12
/** A process that locks the folder of each message, and answers how that ended. */
const RIVAL = `
  const { lockDataDir } = await import(${JSON.stringify(new URL('data-dir-lock.ts', import.meta.url).href)})
  process.on('message', dataDir =>
    lockDataDir(dataDir).then(() => process.send('has it'), error => process.send(error.constructor.name)))
  process.send('ready')`

async function startRival(): Promise<ChildProcess> {
  const rival = spawn(process.execPath, ['--input-type=module', '-e', RIVAL], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  await once(rival, 'message')
  return rival
}

async function lockIn(rival: ChildProcess, dataDir: string): Promise<string> {
  const answered = once(rival, 'message')
  rival.send(dataDir)
  return (await answered)[0]
}

// Attack: two starts at one moment each see the other's half lock, and neither serves.
test('of two processes that lock one DATA_DIR at a moment one has it, each time', async () => {
  const rivals = await Promise.all([startRival(), startRival()])
  for (let round = 0; round < ROUNDS; round++) {
    const dataDir = await createDataDir()
    const ends = await Promise.all(rivals.map(rival => lockIn(rival, dataDir)))
    expect(ends.sort()).toEqual(['DataDirInUse', 'has it'])
  }
  for (const rival of rivals) rival.kill()
})
