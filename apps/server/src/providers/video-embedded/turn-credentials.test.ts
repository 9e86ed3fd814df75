import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { freePort } from '../../testing/free-port.ts'
import { findServerProgram } from '../../testing/server-programs.ts'
import { temporaryDirectory } from '../../testing/temporary-directory.ts'
import { turnServers } from './turn-credentials.ts'

const SECRET = 'known to both'
const SAMPLE = fileURLToPath(new URL('../../../../../deploy/turn/turnserver.conf', import.meta.url))
const program = findServerProgram('turnserver')

it('without a TURN server browsers are told of none', () => {
  expect(turnServers(undefined, 0)).toEqual([])
})

/** An unanswered question over UDP waits for ever, so each gets a limit. */
async function run(
  command: string,
  args: string[],
  limitMs: number,
): Promise<{ code: number | null; output: string }> {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], timeout: limitMs })
  let output = ''
  child.stdout.on('data', chunk => (output += String(chunk)))
  child.stderr.on('data', chunk => (output += String(chunk)))
  const [code] = (await once(child, 'exit')) as [number | null]
  return { code, output }
}

describe.skipIf(!program)('coturn with the sample settings', () => {
  let port: number
  let turn: ReturnType<typeof spawn>

  beforeAll(async () => {
    port = await freePort()
    const directory = await temporaryDirectory()
    turn = spawn(
      program ?? '',
      [
        ...['-c', SAMPLE, `--static-auth-secret=${SECRET}`, '--realm=parley.example.org'],
        ...['--listening-ip=127.0.0.1', '--relay-ip=127.0.0.1', `--listening-port=${port}`, '--no-tls'],
        // The sample lets nobody reach this machine itself; here both ends of the relay are on it.
        ...['--allow-loopback-peers', '--allowed-peer-ip=127.0.0.1', `--pidfile=${directory}/pid`],
      ],
      { cwd: directory, stdio: 'ignore' },
    )
    const answers = () => run('turnutils_stunclient', ['-p', String(port), '127.0.0.1'], 1_000)
    await vi.waitFor(async () => expect((await answers()).code).toBe(0), { timeout: 60_000, interval: 100 })
  })
  afterAll(async () => {
    turn.kill('SIGKILL')
    if (turn.exitCode === null && turn.signalCode === null) await once(turn, 'exit')
  })

  /** Asks for two relays and sends five packets from one to the other and back. */
  const relay = (nowMs: number, secret: string) => {
    const [server] = turnServers({ urls: [`turn:127.0.0.1:${port}`], secret }, nowMs)
    const credentials = ['-u', server?.username ?? '', '-w', server?.credential ?? '']
    const sending = ['-y', '-c', '-m', '1', '-n', '5']
    return run('turnutils_uclient', [...credentials, ...sending, '-p', String(port), '127.0.0.1'], 30_000)
  }

  it('relays for whom the server gave credentials', { timeout: 180_000 }, async () => {
    const { output } = await relay(Date.now(), SECRET)
    expect(output).toContain('Total lost packets 0')
    expect(output).toMatch(/tot_recv_msgs=[1-9]/)
  })

  it.each([
    ['made with another secret', 0, 'made up'],
    ['of yesterday', 24 * 3_600_000, SECRET],
  ])('does not relay with credentials %s', { timeout: 180_000 }, async (_, ageMs, secret) => {
    const { code, output } = await relay(Date.now() - ageMs, secret)
    expect(code).not.toBe(0)
    expect(output).not.toContain('tot_recv_msgs')
  })
})
