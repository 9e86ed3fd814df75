/** Does ahead what the first `npm start` would do: builds the web, and compiles the modules that a start reads. */
import './read-quickly.ts'
import { flushCompileCache } from 'node:module'
import { ensureWebBuilt } from './web-build.ts'

if (await ensureWebBuilt()) {
  await import('../apps/server/src/composition.ts')
  flushCompileCache()
} else console.error('The web could not be built; npm start will try again.')
