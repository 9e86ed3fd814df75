import { spawn } from 'node:child_process'
import { delimiter, join } from 'node:path'

/** The root of the repository. */
export const ROOT = join(import.meta.dirname, '..')

/** An environment in which the repository's own tools, and the Node they run on, come first in PATH. */
export function toolEnv(change: Record<string, string> = {}): NodeJS.ProcessEnv {
  const path = [join(ROOT, 'node_modules', '.bin'), process.env.PATH ?? ''].join(delimiter)
  return { ...process.env, PATH: path, ...change }
}

interface CommandOptions {
  cwd?: string
  env?: NodeJS.ProcessEnv
}

const start = (
  command: readonly string[],
  options: CommandOptions,
  stdio: 'inherit' | ['ignore', 'pipe', 'pipe'],
) => {
  const [program = '', ...args] = command
  return spawn(program, args, {
    cwd: options.cwd ?? ROOT,
    env: options.env ?? toolEnv(),
    stdio,
    // On Windows the tools are .cmd files, which only a shell starts.
    shell: process.platform === 'win32',
  })
}

/** Runs a command and captures its output; does not throw for a non-zero exit. */
export function captureCommand(
  command: readonly string[],
  options: CommandOptions = {},
): Promise<{ code: number; output: string }> {
  const { promise, resolve } = Promise.withResolvers<{ code: number; output: string }>()
  const child = start(command, options, ['ignore', 'pipe', 'pipe'])
  let output = ''
  child.stdout?.on('data', chunk => (output += chunk))
  child.stderr?.on('data', chunk => (output += chunk))
  child.on('error', error => resolve({ code: 127, output: `${command[0]}: ${error.message}` }))
  child.on('close', code => resolve({ code: code ?? 1, output }))
  return promise
}

/** Runs a command with the output on this terminal; answers its exit code. */
export function showCommand(command: readonly string[], options: CommandOptions = {}): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>()
  const child = start(command, options, 'inherit')
  child.on('error', error => {
    console.error(`${command[0]}: ${error.message}`)
    resolve(127)
  })
  child.on('close', (code, signal) => resolve(signal ? 130 : (code ?? 1)))
  return promise
}
