// `npm ci` runs this at its end, so that the first `npm start` finds the web built and the server's modules compiled. A
// start does by itself what is missing, so an error here never fails an installation. This is plain JavaScript, as an
// old Node may run it.
import { existsSync } from 'node:fs'

const major = Number(process.versions.node.split('.')[0])
// The image's build installs from the manifests alone, before it copies the sources.
const hasSources = existsSync(new URL('../apps/web/app', import.meta.url))

if (major >= 24 && hasSources) {
  await import('./prepare-start.ts').catch(error => console.error(error))
  // Some of the server's modules keep a process alive even if it only imports them.
  process.exit(0)
}
