import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { temporaryDirectory } from '../../apps/server/src/testing/temporary-directory.ts'
import { atLeastPriority, isStarved, startOnSpareCores } from './spare-cores.ts'

const isLinux = process.platform === 'linux'
/** Prints the nice value and the policy of a process, see proc_pid_stat(5). */
const PRIORITY = "cut -d ' ' -f 19,41 /proc/self/stat"
const [AT_LEAST, USUAL] = ['19 5', '0 0']

async function outputOf(script: string) {
  const output = new PassThrough()
  const written = text(output)
  const { ended } = await startOnSpareCores(['sh', '-c', script], process.env, output)
  const code = await ended
  output.end()
  return { code, output: await written }
}

it.runIf(isLinux)(
  'the processes of the command run only while no other wants their core, in a session of the least share',
  async () => {
    const { output } = await outputOf(`${PRIORITY}; cat /proc/self/autogroup || true`)
    const [priority, group = ''] = output.split('\n')
    expect(priority).toBe(AT_LEAST)
    // This process keeps its share.
    const own = await readFile('/proc/self/autogroup', 'utf8').catch(() => '')
    if (own) expect(group).toMatch(/ nice 19$/)
    expect(own).not.toContain('nice 19')
  },
)

it.runIf(isLinux && process.getuid?.() === 0)(
  'once nothing else needs the cores, the command and what it started before have the usual priority',
  async () => {
    const output = new PassThrough()
    const go = join(await temporaryDirectory(), 'go')
    const child = `echo ready; until [ -e ${go} ]; do :; done; ${PRIORITY}`
    const lines: string[] = []
    const { ended, usesAllCores } = await startOnSpareCores(['sh', '-c', `(${child})`], process.env, output)
    const ready = Promise.withResolvers<void>()
    output.on('data', chunk => {
      lines.push(...String(chunk).split('\n').filter(Boolean))
      ready.resolve()
    })
    await ready.promise
    await usesAllCores()
    await writeFile(go, '')
    expect(await ended).toBe(0)
    expect(lines).toEqual(['ready', USUAL])
  },
)

it('where neither program is installed, the command is unchanged', async () => {
  const command = ['node', 'x']
  const found = await atLeastPriority(command, process.env.PATH ?? '')
  if (isLinux) expect(found).toEqual(['nice', '-n', '19', 'chrt', '--idle', '0', ...command])
  expect(await atLeastPriority(command, '/nowhere')).toEqual(command)
})

it.each([
  ['nothing was left by others', '100 10 100 10', '3000 20 200 15', true],
  ['its tests had a part of the cores', '100 10 100 10', '3000 410 200 15', false],
  ['it did not want the idle cores', '100 10 100 10', '200 10 200 2000', false],
  ['nothing is known of before', '', '3000 20 200 15', false],
])('work on spare cores: %s', (_what, before, after, is) => {
  const stat = (times: string) => times && `cpu  ${times} 0 0 0 0 0 0\ncpu0 1 1 1 1 0 0 0 0 0 0\n`
  expect(isStarved(stat(before), stat(after))).toBe(is)
})

it('answers the exit code of the command and passes its output on', async () => {
  expect(await outputOf('echo one; echo two >&2; exit 3')).toEqual({
    code: 3,
    output: expect.stringMatching(/^(?:one\ntwo|two\none)\n$/),
  })
})

it('does not leave listeners on this process', async () => {
  const before = process.listenerCount('SIGTERM')
  await outputOf('true')
  expect(process.listenerCount('SIGTERM')).toBe(before)
})
