import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { showCommand } from './run-command.ts'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const MAC = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

function findProgram(names: readonly string[]): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return names.flatMap(name => folders.map(folder => join(folder, name))).find(isProgram)
}

/** The Chromium of this machine; on Debian, as root, it is installed when there is none. Throws a sentence. */
export async function ensureChromium(): Promise<string> {
  const asked = process.env.CHROMIUM_PATH
  if (asked && isProgram(asked)) return asked
  if (asked) throw new Error(`CHROMIUM_PATH is ${asked}, and no program is there.`)
  const found = findProgram(NAMES) ?? (isProgram(MAC) ? MAC : undefined)
  if (found) return found
  if (process.getuid?.() === 0 && findProgram(['apt-get'])) {
    console.log('No Chromium here: installing the one of this system.')
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    await showCommand(['apt-get', 'update', '-qq'], { env })
    await showCommand(['apt-get', 'install', '-y', '-qq', '--no-install-recommends', 'chromium'], { env })
    const installed = findProgram(NAMES)
    if (installed) return installed
  }
  throw new Error(
    'The browser tests need Chromium or Chrome. Install it (Debian: apt-get install chromium) or set CHROMIUM_PATH to one.',
  )
}
