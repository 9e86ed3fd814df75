import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, type Plugin } from 'esbuild'

/** The programs that tests start as processes, by the names of their files in `apps/server/src/`. */
const PROGRAMS = ['audit', 'backup', 'main', 'reconcile', 'restore', 'staff']
/**
 * Packages of many modules, and zod, of which all must use the same copy. All others stay in node_modules, so that
 * native parts and instrumentation find them.
 */
const BUNDLED =
  /^(?:drizzle-orm|fastify-type-provider-zod|jose|stripe|zod|@parley\/(?:contract|stripe-sandbox))(?:\/|$)/

/** Keeps the original path of each source: code finds migrations, images and workers beside it. */
export function placedSource(path: string, text: string): string {
  return text
    .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href))
    .replaceAll('import.meta.dirname', JSON.stringify(dirname(path)))
}

const places: Plugin = {
  name: 'places',
  setup({ onLoad, onResolve }) {
    onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
      kind === 'entry-point' || BUNDLED.test(path) ? undefined : { path, external: true },
    )
    onLoad({ filter: /\.ts$/ }, async ({ path }) => ({
      contents: placedSource(path, await readFile(path, 'utf8')),
      loader: 'ts',
    }))
  },
}

/**
 * Bundles the server's programs from the current sources; answers their folder. A start of the server then reads some
 * 1,200 modules less, which is half of its CPU, and a run of the tests starts it some hundred times.
 */
export async function bundleServer(root: string): Promise<string> {
  // Within the application's own folder, because packages are resolved from there.
  const folder = join(root, 'apps/server/build/for-tests')
  await build({
    entryPoints: PROGRAMS.map(name => join(root, `apps/server/src/${name}.ts`)),
    outdir: folder,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    keepNames: true,
    outExtension: { '.js': '.mjs' },
    logLevel: 'error',
    plugins: [places],
  })
  return folder
}
