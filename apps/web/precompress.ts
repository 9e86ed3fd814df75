import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)
const COMPRESSIBLE = /\.(js|css|svg|json|txt|webmanifest|xml)$/
const WORTH_BYTES = 512

async function compressFile(path: string): Promise<void> {
  if (await isCompressed(path)) return
  const content = await readFile(path)
  if (content.length < WORTH_BYTES) return
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11 }
  await writeFile(`${path}.br`, await brotli(content, { params }))
  await writeFile(`${path}.gz`, await zip(content, { level: 9 }))
}

/** Whether the file is one of a former build. */
async function isCompressed(path: string): Promise<boolean> {
  const { mtimeMs } = await stat(path)
  const compressed = await stat(`${path}.gz`).catch(unlessMissing)
  return compressed !== undefined && compressed.mtimeMs >= mtimeMs
}

function unlessMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}

/** Writes a brotli and a gzip file beside every built text file, so that serving one needs no compression. */
export async function precompress(folder: string): Promise<void> {
  const names = await readdir(folder, { recursive: true })
  await Promise.all(
    names.filter(name => COMPRESSIBLE.test(name)).map(name => compressFile(join(folder, name))),
  )
}
