import { readFile, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, gzipSync } from 'node:zlib'

/** Measures what a first visit to landing and profile downloads from the build; run `npm run build` before. */

interface ManifestEntry {
  module: string
  imports?: string[]
  css?: string[]
}
interface Manifest {
  entry: ManifestEntry
  url: string
  routes: Record<string, ManifestEntry & { parentId?: string }>
}

export interface PageWeight {
  page: string
  jsBrotliBytes: number
  jsGzipBytes: number
  cssBrotliBytes: number
  fontBytes: number
}

const clientDir = join(dirname(fileURLToPath(import.meta.url)), '../build/client')
const serverBuild = join(clientDir, '../server/index.js')

const PAGES = [
  { page: 'landing', route: 'routes/landing' },
  { page: 'profile', route: 'routes/profile' },
] as const

function chain(manifest: Manifest, route: string): ManifestEntry[] {
  const found: ManifestEntry[] = [manifest.entry]
  for (let id: string | undefined = route; id !== undefined; id = manifest.routes[id]?.parentId) {
    const entry = manifest.routes[id]
    if (entry) found.push(entry)
  }
  return found
}

const local = (url: string) => join(clientDir, url.replace(/[#?].*$/, ''))

async function sum(urls: Iterable<string>, size: (content: Buffer) => number): Promise<number> {
  let total = 0
  for (const url of urls) total += size(await readFile(local(url)))
  return total
}

/** Of the fonts that these files name: each page has the definitions of its fonts in a style element of its own. */
async function fontBytes(files: Iterable<string>): Promise<number> {
  const fonts = new Set<string>()
  for (const url of files) {
    const text = await readFile(local(url), 'utf8')
    for (const match of text.matchAll(/url\(["'\\]*([^"')\\]+\.woff2)/g)) if (match[1]) fonts.add(match[1])
  }
  let total = 0
  for (const url of fonts) total += (await stat(local(url))).size
  return total
}

/** The full name of a message of LiveKit's protocol: only the client contains it. */
const LIVEKIT_CLIENT = 'livekit.JoinResponse'

/** LiveKit's client is only for people whose call uses it; throws when a first visit downloads it. */
async function refuseVideoClient(page: string, urls: Iterable<string>): Promise<void> {
  for (const url of urls) {
    const content = await readFile(local(url), 'utf8')
    if (content.includes(LIVEKIT_CLIENT)) throw new Error(`${page} downloads LiveKit's client: ${url}`)
  }
}

/** The weight of each page in bytes as sent. */
export async function weighPages(): Promise<PageWeight[]> {
  const build = (await import(serverBuild)) as { assets: Manifest }
  const weights: PageWeight[] = []
  for (const { page, route } of PAGES) {
    const entries = chain(build.assets, route)
    const js = new Set([
      build.assets.url,
      ...entries.flatMap(entry => [entry.module, ...(entry.imports ?? [])]),
    ])
    await refuseVideoClient(page, js)
    const css = new Set(entries.flatMap(entry => entry.css ?? []))
    weights.push({
      page,
      jsBrotliBytes: await sum(js, content => brotliCompressSync(content).length),
      jsGzipBytes: await sum(js, content => gzipSync(content, { level: 9 }).length),
      cssBrotliBytes: await sum(css, content => brotliCompressSync(content).length),
      fontBytes: await fontBytes([...css, ...js]),
    })
  }
  return weights
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const kB = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`
  for (const weight of await weighPages()) {
    process.stdout.write(
      `${weight.page.padEnd(8)} JS ${kB(weight.jsBrotliBytes)} br (${kB(weight.jsGzipBytes)} gzip), CSS ${kB(weight.cssBrotliBytes)} br, fonts ${kB(weight.fontBytes)}\n`,
    )
  }
}
