import { build, type Plugin } from 'vite'

const SUFFIX = '?inline-script'

/** One classic script with everything that a module imports, as small as it gets. */
async function buildScript(file: string): Promise<{ code: string; moduleIds: readonly string[] }> {
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    publicDir: false,
    build: {
      write: false,
      target: 'es2022',
      modulePreload: false,
      rolldownOptions: { input: file, output: { format: 'iife' } },
    },
  })
  const output = 'output' in built ? built.output : []
  const [chunk, ...others] = output
  if (chunk?.type !== 'chunk' || others.length > 0) throw new Error(`${file} is not one script`)
  return { code: chunk.code.trim(), moduleIds: chunk.moduleIds }
}

/**
 * `import text from './some.ts?inline-script'` gives the text of a script for the page itself, which runs before and
 * without the files that the page loads later. It has everything in it that it imports.
 */
export function inlineScripts(): Plugin {
  return {
    name: 'parley-inline-scripts',
    enforce: 'pre',
    async load(id) {
      if (!id.endsWith(SUFFIX)) return null
      const { code, moduleIds } = await buildScript(id.slice(0, -SUFFIX.length))
      for (const module of moduleIds) this.addWatchFile(module)
      return `export default ${JSON.stringify(code)}`
    },
  }
}
