import { machineMs } from '@parley/media'
import { afterEach, expect, test, vi } from 'vitest'
import { MediaProcess, type MediaProcessDeps } from './media-process.ts'

type Report = { type: 'ready' } | { type: 'unusable'; code: string } | EnvironmentReport
interface EnvironmentReport {
  type: 'environment'
  variables: Record<string, string>
}

const log = { warn: () => undefined, error: () => undefined }

afterEach(() => {
  vi.unstubAllEnvs()
})

/** A child of this process that reports its environment, once it is up. */
async function startChild(options: Partial<MediaProcessDeps<object, Report>>) {
  const { promise: isUp, resolve: up } = Promise.withResolvers<void>()
  const child = new MediaProcess<object, Report>({
    name: 'a child',
    entry: new URL('./testing/environment-reporter.ts', import.meta.url),
    init: {},
    ping: n => ({ n }),
    parse: message => message as Report,
    unansweredUntilDead: 30,
    log,
    onReport: () => undefined,
    onUp: up,
    onDown: () => undefined,
    ...options,
  })
  await isUp
  return child
}

async function environmentOfChild(): Promise<Record<string, string>> {
  let variables: Record<string, string> = {}
  const child = await startChild({
    onReport: report => {
      variables = report.variables
    },
  })
  await child.close()
  return variables
}

test('a media process gets the certificates to trust, and no secret of the server', async () => {
  vi.stubEnv('SECRETS_KEY', 'a key')
  vi.stubEnv('DATABASE_URL', 'postgres://user:password@localhost/parley')
  vi.stubEnv('NODE_OPTIONS', '--use-system-ca --max-old-space-size=4096')
  vi.stubEnv('NODE_EXTRA_CA_CERTS', '/etc/parley/authority.pem')
  const variables = await environmentOfChild()
  expect(variables).toMatchObject({
    NODE_OPTIONS: '--use-system-ca',
    NODE_EXTRA_CA_CERTS: '/etc/parley/authority.pem',
  })
  const names = Object.keys(variables)
  expect(names).not.toContain('SECRETS_KEY')
  expect(names).not.toContain('DATABASE_URL')
  expect(JSON.stringify(variables)).not.toContain('password')
})

// A start then takes half as long, and calls whose worker died wait for it.
test('a media process shares the compiled modules of its server, if that keeps any', async () => {
  const { NODE_COMPILE_CACHE } = await environmentOfChild()
  expect(NODE_COMPILE_CACHE).toBe(process.env.NODE_COMPILE_CACHE)
})

test('a report is as old as it says, and no older than the one before it; a time without meaning moves nothing', async () => {
  const { promise: isUp, resolve: up } = Promise.withResolvers<void>()
  const waitedMs: number[] = []
  const nowMs = machineMs()
  const future = nowMs + 3_600_000
  const sentMs = [nowMs - 3_600_000, nowMs, nowMs - 500, Number.NaN, 'yesterday', undefined, future, nowMs]
  const child = new MediaProcess<object, Report>({
    name: 'a child',
    entry: new URL('./testing/made-up-times.ts', import.meta.url),
    init: { sentMs },
    ping: n => ({ n }),
    parse: message => message as Report,
    unansweredUntilDead: 30,
    log,
    onReport: (_report, waited) => waitedMs.push(waited),
    onUp: up,
    onDown: () => undefined,
  })
  await isUp
  await child.close()
  const [tooOld = 0, first = 0, earlier = 0, ...withoutMeaning] = waitedMs
  // The child is younger than its first report pretends to be.
  expect(tooOld).toBeLessThan(60_000)
  expect(first).toBeGreaterThan(0)
  expect(earlier).toBeGreaterThanOrEqual(first)
  expect(earlier).toBeLessThan(first + 500)
  expect(withoutMeaning).toEqual([0, 0, 0, 0, expect.any(Number)])
  expect(withoutMeaning.at(-1)).toBeLessThan(first)
})

test('the log says by which signal a media process died', async () => {
  const { promise: isDown, resolve: down } = Promise.withResolvers<void>()
  const warned: Record<string, unknown>[] = []
  const child = await startChild({
    log: { ...log, warn: facts => void warned.push(facts) },
    onDown: () => down(),
  })
  process.kill(child.pid ?? 0, 'SIGTERM')
  await isDown
  await child.close()
  expect(warned).toMatchObject([{ deaths: 1, exitCode: null, signal: 'SIGTERM' }])
})
