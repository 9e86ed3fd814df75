/**
 * Does the work of the first `npm start` in advance: builds the web, compiles the modules that a start loads, and makes
 * the files of an empty database.
 */
import './read-quickly.ts'
import { flushCompileCache } from 'node:module'
import { prepareEmptyCluster } from '../apps/server/src/db/embedded-postgres/prepared-cluster.ts'
import { ensureWebBuilt } from './web-build.ts'

const database = prepareEmptyCluster().catch(error =>
  console.error(`No database was prepared: ${error.message}`),
)
const isWebBuilt = await ensureWebBuilt()
await database
if (isWebBuilt) {
  await import('../apps/server/src/composition.ts')
  flushCompileCache()
} else console.error('The web could not be built; npm start will try again.')
