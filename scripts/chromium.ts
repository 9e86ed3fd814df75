import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { showCommand } from './run-command.ts'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const HEADLESS_SHELL = 'chromium-headless-shell'
const APT_OPTIONS = ['Acquire::http::Timeout=20', 'Acquire::Retries=1', 'DPkg::Lock::Timeout=60']
const MAC = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    // No such program.
    return false
  }
}

function findProgram(names: readonly string[]): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return names.flatMap(name => folders.map(folder => join(folder, name))).find(isProgram)
}

/** On Debian, as root, installs packages; false where that is not possible. */
async function installPackages(packages: readonly string[]): Promise<boolean> {
  if (process.getuid?.() !== 0 || !findProgram(['apt-get'])) return false
  console.log(`Installing of this system: ${packages.join(', ')}.`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  // The time limit ends a wait for a mirror that does not answer, or for another program that holds apt's lock.
  const apt = ['timeout', '300', 'apt-get', '-qq', ...APT_OPTIONS.flatMap(option => ['-o', option])]
  await showCommand([...apt, 'update'], { env })
  return (await showCommand([...apt, 'install', '-y', '--no-install-recommends', ...packages], { env })) === 0
}

const findChromium = () => findProgram(NAMES) ?? (isProgram(MAC) ? MAC : undefined)

/**
 * The Chromium of this machine; on Debian, as root, it is installed when there is none. Throws an error with a sentence
 * for the user.
 */
export async function ensureChromium(): Promise<string> {
  const path = process.env.CHROMIUM_PATH
  if (path && isProgram(path)) return path
  if (path) throw new Error(`CHROMIUM_PATH is ${path}, and no program is there.`)
  const found = findChromium()
  if (found) return found
  await installPackages(['chromium'])
  const installed = findChromium()
  if (installed) return installed
  throw new Error(
    'The browser tests need Chromium or Chrome. Install it (Debian: apt-get install chromium) or set CHROMIUM_PATH to one.',
  )
}

/**
 * Chromium's headless shell, for browser journeys: it takes less CPU. On Debian, as root, it is installed when there is
 * none. Where it cannot be installed, this prints a sentence, and the journeys use Chromium itself.
 */
export async function ensureHeadlessShell(): Promise<string | undefined> {
  if (process.env.CHROMIUM_PATH) return undefined
  const found = findProgram([HEADLESS_SHELL])
  if (found) return found
  await installPackages([HEADLESS_SHELL])
  const installed = findProgram([HEADLESS_SHELL])
  if (!installed)
    console.log(`No ${HEADLESS_SHELL} here: the browser journeys run in Chromium and take longer.`)
  return installed
}
