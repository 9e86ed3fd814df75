/** `npm run dev`: pages change as they are saved (Vite), the server starts anew when its own files change. */
import { ROOT, showCommand, toolEnv } from './run-command.ts'

// Ctrl-C reaches the server too, as it is in the same group; this process leaves when the server has.
process.on('SIGINT', () => undefined)
process.exitCode = await showCommand(
  [process.execPath, '--watch', '--watch-preserve-output', 'apps/server/src/main.ts', '--dev'],
  { cwd: ROOT, env: toolEnv({ DEMO: process.env.DEMO ?? '1' }) },
)
