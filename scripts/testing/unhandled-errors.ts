import { writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

/** Where a run of vitest writes how many errors nothing handled, and no test is the cause of by name. */
const FILE = 'UNHANDLED_ERRORS_FILE'

/** As `--reporter`: vitest's own report in JSON does not tell of such errors. */
export const UNHANDLED_ERRORS_REPORTER = fileURLToPath(import.meta.url)

export const tellUnhandledErrorsIn = (file: string): NodeJS.ProcessEnv => ({ [FILE]: file })

/** How many there were; NaN where the run did not come to its end. */
export async function readUnhandledErrors(file: string): Promise<number> {
  return Number(await readFile(file, 'utf8').catch(() => 'none'))
}

export default class UnhandledErrors {
  onTestRunEnd(_modules: unknown, errors: readonly unknown[]): void {
    const file = process.env[FILE]
    if (file) writeFileSync(file, String(errors.length))
  }
}
