/** `npm run build`: builds the web, if it was not built from these sources. */
import { ensureWebBuilt } from './web-build.ts'

process.exitCode = (await ensureWebBuilt()) ? 0 : 1
