import { existsSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The file of one of the server's programs: its bundle where `npm test` made one (`SERVER_BUNDLE`), else its source. */
export function serverFile(source: URL): string {
  const file = fileURLToPath(source)
  const bundled = join(process.env.SERVER_BUNDLE ?? '', basename(file).replace(/\.ts$/, '.mjs'))
  return process.env.SERVER_BUNDLE && existsSync(bundled) ? bundled : file
}
