// This is plain JavaScript because it must run, and print its message, on a Node that is too old for the rest.
import { readFileSync } from 'node:fs'

const needed = Number(
  /\d+/.exec(JSON.parse(readFileSync(new URL('../package.json', import.meta.url))).engines.node)?.[0],
)
const major = Number(process.versions.node.split('.')[0])

if (major < needed) {
  console.error(
    `Parley runs on Node ${needed} or newer; this is Node ${process.versions.node}.\n` +
      'On Linux (x64, arm64) Node comes with the dependencies: run `npm ci` and use the npm scripts.\n' +
      `Elsewhere, or when optional dependencies were left out, install Node ${needed} from https://nodejs.org and try again.`,
  )
  process.exit(1)
}
