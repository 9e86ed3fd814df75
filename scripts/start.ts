/** `npm start`: the whole product in this process, with everything it needs and, outside production, demo people. */
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { ROOT } from './run-command.ts'
import { ensureWebBuilt } from './web-build.ts'

// The next start compiles nothing again; where the folder cannot be written, nothing is stored.
enableCompileCache(join(ROOT, 'node_modules/.cache/node-compile'))
if (!(await ensureWebBuilt())) {
  console.error('The web could not be built; the reason is above.')
  process.exit(1)
}
if (process.env.NODE_ENV !== 'production') process.env.DEMO ??= '1'
await import('../apps/server/src/main.ts')
