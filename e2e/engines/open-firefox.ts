import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Browser, firefox } from '@playwright/test'
import { findServerProgram } from '../../apps/server/src/testing/server-programs.ts'

const BEHIND = fileURLToPath(new URL('firefox-behind.ts', import.meta.url))
/** Some systems do not allow programs in the temporary folder to run: containers mount it so. */
const CACHE = fileURLToPath(new URL('../../node_modules/.cache', import.meta.url))

/** Firefox's own fake cameras and microphones, without a permission prompt; no features that only a person needs. */
const PREFERENCES = {
  'media.navigator.streams.fake': true,
  'media.navigator.permission.disabled': true,
  'browser.startup.page': 0,
  'dom.ipc.processPrelaunch.enabled': false,
}

/** Firefox ESR of this system over WebDriver BiDi, without windows. */
export async function openFirefox(): Promise<Browser> {
  const program = findServerProgram('firefox-esr')
  if (!program) throw new Error('No firefox-esr on this machine.')
  await mkdir(CACHE, { recursive: true })
  const folder = await mkdtemp(join(CACHE, 'firefox-'))
  const executablePath = join(folder, 'firefox')
  await writeFile(executablePath, `#!/bin/sh\nexec "${process.execPath}" "${BEHIND}" "${program}" "$@"\n`)
  await chmod(executablePath, 0o755)
  const browser = await firefox.launch({
    channel: 'moz-firefox',
    executablePath,
    firefoxUserPrefs: PREFERENCES,
  })
  browser.on('disconnected', () => void rm(folder, { recursive: true, force: true }))
  return browser
}
