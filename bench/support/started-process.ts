import { type ChildProcess, spawn } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from '../../apps/server/src/testing/free-port.ts'

const children: ChildProcess[] = []

export function stopStarted(): void {
  for (const child of children) child.kill('SIGKILL')
}
process.once('exit', stopStarted)

/** Starts a program that listens on `PORT`, and waits until it answers. */
export async function startProcess(file: string, env: Record<string, string>): Promise<ChildProcess> {
  const options = { env: { ...process.env, NODE_ENV: 'production', ...env }, stdio: 'inherit' as const }
  const child = spawn(process.execPath, [file], options)
  children.push(child)
  // It does not listen yet.
  while (!(await fetch(`http://127.0.0.1:${env.PORT}/`).catch(() => null))) await delay(50)
  return child
}

/**
 * Starts a payment provider in a process of its own; answers its address, and the variables of a server that uses it.
 */
export async function startProvider() {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const file = fileURLToPath(new URL('provider-stub.ts', import.meta.url))
  await startProcess(file, { PORT: String(port) })
  const env = {
    STRIPE_API_BASE: url,
    STRIPE_SECRET_KEY: 'sk_test_bench',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_bench',
    STRIPE_WEBHOOK_SECRET: 'whsec_bench',
  }
  return { url, env }
}
