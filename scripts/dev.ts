/** `npm run dev`: Vite updates the pages when they are saved, and the server restarts when its own files change. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { ROOT, toolEnv } from './run-command.ts'

/**
 * The sources that the server runs. A watch of every loaded file would see the copy of its configuration that Vite
 * writes at each start, and restart the server for ever.
 */
const WATCHED = ['apps/server/src', 'apps/media/src', 'packages/contract/src', 'packages/stripe-sandbox/src']

const server = spawn(
  process.execPath,
  [
    ...WATCHED.map(path => `--watch-path=${path}`),
    ...['--watch-preserve-output', '--import=./scripts/read-quickly.ts', 'apps/server/src/main.ts', '--dev'],
  ],
  { cwd: ROOT, env: toolEnv({ DEMO: process.env.DEMO ?? '1' }), stdio: 'inherit' },
)
// Ctrl-C reaches the server directly, as it is in the same process group; a signal to this process alone has to be
// forwarded.
process.on('SIGINT', () => undefined)
process.on('SIGTERM', () => server.kill('SIGTERM'))
const [code] = await once(server, 'exit')
process.exitCode = code ?? 0
