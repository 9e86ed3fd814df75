/**
 * `npm start`: the whole product in this process, with everything it needs and, outside production, the demo's data.
 */
import './read-quickly.ts'
import { ensureWebBuilt } from './web-build.ts'

if (!(await ensureWebBuilt())) {
  console.error('The web could not be built; the reason is above.')
  process.exit(1)
}
if (process.env.NODE_ENV !== 'production') process.env.DEMO ??= '1'
await import('../apps/server/src/main.ts')
