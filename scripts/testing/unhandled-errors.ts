import { writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

/** The file for the number of unhandled errors of a vitest run that belong to no test. */
const FILE = 'UNHANDLED_ERRORS_FILE'

/** As `--reporter`: vitest's own JSON report does not contain such errors. */
export const UNHANDLED_ERRORS_REPORTER = fileURLToPath(import.meta.url)

export const writeUnhandledErrorsTo = (file: string): NodeJS.ProcessEnv => ({ [FILE]: file })

/** The number of such errors; NaN where the run did not finish. */
export async function readUnhandledErrors(file: string): Promise<number> {
  return Number(await readFile(file, 'utf8').catch(() => 'none'))
}

export default class UnhandledErrors {
  onTestRunEnd(_modules: unknown, errors: readonly unknown[]): void {
    const file = process.env[FILE]
    if (file) writeFileSync(file, String(errors.length))
  }
}
