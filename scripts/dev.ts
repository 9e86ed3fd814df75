/** `npm run dev`: pages change as they are saved (Vite), the server starts again when its own files change. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { ROOT, toolEnv } from './run-command.ts'

/**
 * What the server runs, and nothing else: a watch of all that it loads would see the copy of its configuration that
 * Vite writes at each start, and start it again for ever.
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
// Ctrl-C reaches the server by itself, as it is in the same group; a signal to this process alone has to be passed
// on.
process.on('SIGINT', () => undefined)
process.on('SIGTERM', () => server.kill('SIGTERM'))
const [code] = await once(server, 'exit')
process.exitCode = code ?? 0
