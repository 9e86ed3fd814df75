/** Does the work of the first `npm start` in advance: builds the web, and compiles the modules that a start loads. */
import './read-quickly.ts'
import { flushCompileCache } from 'node:module'
import { ensureWebBuilt } from './web-build.ts'

if (await ensureWebBuilt()) {
  await import('../apps/server/src/composition.ts')
  flushCompileCache()
} else console.error('The web could not be built; npm start will try again.')
