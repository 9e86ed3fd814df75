import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'
import { gatherChunks } from './chunks.ts'
import { inlineScripts } from './inline-scripts.ts'

export default defineConfig(({ command }) => {
  const chunks = gatherChunks()
  return {
    plugins: [inlineScripts(), reactRouter(), chunks.plugin],
    // The dependency scan knows every module that a page may load lazily; otherwise the first visit in development
    // reloads.
    optimizeDeps: { entries: ['app/**/*.{ts,tsx}', '!app/**/*.test.ts', '!app/**/*.server.*'] },
    // An inlined file would need `data:` in the page's policy; one style sheet of 10 kB is faster than eleven round
    // trips.
    // A process that serves keeps its files during a build and after it: scripts/web-build.ts removes older ones.
    build: { assetsInlineLimit: 0, target: 'es2022', cssCodeSplit: false, emptyOutDir: false },
    environments: {
      client: {
        build: { rolldownOptions: { output: { codeSplitting: chunks.codeSplitting } } },
      },
    },
    // The built pages contain their own React: always the production one, whatever NODE_ENV the server has.
    ...(command === 'build'
      ? { ssr: { noExternal: true }, define: { 'process.env.NODE_ENV': '"production"' } }
      : { ssr: { noExternal: ['@parley/contract'] } }),
  }
})
