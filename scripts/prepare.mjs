// `npm ci` runs this at its end, so that the first `npm start` finds the web built and the server's modules compiled. A start
// does by itself whatever is missing here, so nothing here fails an installation. Plain JavaScript, as it may meet an old Node.
import { existsSync } from 'node:fs'

const major = Number(process.versions.node.split('.')[0])
// The image's build installs from the manifests alone, before the sources are there.
const hasSources = existsSync(new URL('../apps/web/app', import.meta.url))

if (major >= 24 && hasSources) {
  await import('./prepare-start.ts').catch(error => console.error(error))
  // The server's modules keep a process alive that only read them.
  process.exit(0)
}
