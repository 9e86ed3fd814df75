import { readdir, readFile } from 'node:fs/promises'
import { livekitOf } from './video-engine.ts'

const MEDIA_MAIN = 'apps/media/src/main.ts'

async function parentOf(pid: string): Promise<string> {
  // The process ended.
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  // The name in brackets may have spaces; the parent's id is the second word after it.
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1] ?? ''
}

/**
 * Kills the media worker of the server at this address without a warning, as a crash does; the server starts it again.
 */
export async function killMedia(origin: string): Promise<void> {
  const livekit = livekitOf(origin)
  if (!livekit) return killMediaWorker(origin)
  await livekit.kill()
  await livekit.start()
}

async function killMediaWorker(origin: string): Promise<void> {
  const port = new URL(origin).port
  for (const pid of await readdir('/proc')) {
    // The process ended.
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
    if (!command.includes(MEDIA_MAIN)) continue
    // The process ended.
    const environment = await readFile(`/proc/${await parentOf(pid)}/environ`, 'utf8').catch(() => '')
    if (!environment.split('\0').includes(`PORT=${port}`)) continue
    process.kill(Number(pid), 'SIGKILL')
    return
  }
  throw new Error('no media worker of this server is running')
}
