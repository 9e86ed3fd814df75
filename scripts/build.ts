/** `npm run build`: the web, if it was not built from these very sources. */
import { ensureWebBuilt } from './web-build.ts'

process.exitCode = (await ensureWebBuilt()) ? 0 : 1
