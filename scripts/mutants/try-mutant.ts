import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ensureChromium } from '../chromium.ts'
import { captureCommand, ROOT, toolEnv } from '../run-command.ts'
import { type NamedTest, titlesPattern } from './named-test.ts'
import type { TestsAnswer } from './serve-tests.ts'

/** Tests hang, as an endless loop makes them, that take so many times as long as without a change, */
const TIMES_AS_LONG = 6
/** and a minute at least: other programs may run beside them. */
const ANSWER_LIMIT_MIN_MS = 60_000
const FIRST_ANSWER_LIMIT_MS = 900_000
const CLOSE_LIMIT_MS = 20_000
const env = () => toolEnv({ NODE_COMPILE_CACHE: join(ROOT, 'node_modules/.cache/node-compile') })

/** Runs tests repeatedly. */
export interface Tests {
  /** Runs the tests after a change of a file; true when all of them passed. */
  pass(tests: readonly NamedTest[], changed: string): Promise<boolean>
  close(): Promise<void>
  kill(): void
}

export function openTests(): Tests {
  let server: ChildProcess | undefined
  /** How long the tests of each list took at most when they passed. */
  const took = new Map<string, number>()

  function kill() {
    // Kills the whole group: a hanging test does not react to SIGTERM. The next run stops its Postgres.
    if (server?.pid) process.kill(-server.pid, 'SIGKILL')
    server = undefined
  }

  async function close() {
    if (!server) return
    const exited = once(server, 'exit', { signal: AbortSignal.timeout(CLOSE_LIMIT_MS) })
    server.disconnect()
    await exited.catch(kill)
    server = undefined
  }

  async function start(): Promise<ChildProcess> {
    const path = join(import.meta.dirname, 'serve-tests.ts')
    server = fork(path, {
      cwd: ROOT,
      env: env(),
      detached: true,
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    await once(server, 'message')
    return server
  }

  async function runTests(tests: readonly NamedTest[], changed: string): Promise<boolean> {
    const running = server ?? (await start())
    const list = JSON.stringify(tests)
    const known = took.get(list)
    const limitMs =
      known === undefined
        ? FIRST_ANSWER_LIMIT_MS
        : Math.max(ANSWER_LIMIT_MIN_MS, Math.ceil(known * TIMES_AS_LONG))
    const begunMs = performance.now()
    running.send({ tests, changed })
    const answered = once(running, 'message', { signal: AbortSignal.timeout(limitMs) })
    const answer: TestsAnswer = await answered.then(
      ([word]) => word,
      () => {
        kill()
        console.log(`  no answer in ${Math.round(limitMs / 1000)} s with a change of ${changed}`)
        return 'failed'
      },
    )
    if (typeof answer === 'object') throw new Error(`no test ran of ${answer.notFound}`)
    if (answer === 'passed') took.set(list, Math.max(known ?? 0, performance.now() - begunMs))
    return answer === 'passed'
  }

  return {
    async pass(tests, changed) {
      if (tests.every(({ path }) => path.startsWith('e2e/'))) return runJourneys(tests)
      return runTests(tests, changed)
    },
    close,
    kill,
  }
}

/** Runs journeys in a browser, with the web built from the changed sources. */
async function runJourneys(tests: readonly NamedTest[]): Promise<boolean> {
  const titles = titlesPattern(tests)
  const build = `import('./scripts/web-build.ts').then(web => web.ensureWebBuilt()).then(ok => process.exit(ok ? 0 : 1))`
  // A build error counts as noticed.
  if ((await captureCommand(['node', '-e', build], { env: env() })).code !== 0) return false
  const paths = new Set(tests.map(({ path }) => path))
  const command = ['playwright', 'test', '--reporter=line', ...(titles ? ['-g', titles] : []), ...paths]
  const browser = { ...env(), CHROMIUM_PATH: await ensureChromium() }
  return (await captureCommand(command, { env: browser })).code === 0
}

/** Changes a file of this checkout, runs the tests and restores the file, also after an interrupt. */
export async function tryMutant(
  mutated: { file: string; text: string },
  named: readonly NamedTest[],
  tests: Tests,
): Promise<'killed' | 'survived'> {
  const path = join(ROOT, mutated.file)
  const original = await readFile(path)
  const putBack = () => writeFile(path, original)
  const stop = () => {
    tests.kill()
    void putBack().then(() => process.exit(130))
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  try {
    await writeFile(path, mutated.text)
    return (await tests.pass(named, mutated.file)) ? 'survived' : 'killed'
  } finally {
    await putBack()
    process.off('SIGINT', stop)
    process.off('SIGTERM', stop)
  }
}
