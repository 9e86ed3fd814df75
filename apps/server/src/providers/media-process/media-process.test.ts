import { afterEach, expect, test, vi } from 'vitest'
import { MediaProcess } from './media-process.ts'

type Report = { type: 'ready' } | { type: 'unusable'; code: string } | EnvironmentReport
interface EnvironmentReport {
  type: 'environment'
  variables: Record<string, string>
}

const log = { warn: () => undefined, error: () => undefined }

afterEach(() => {
  vi.unstubAllEnvs()
})

/** The environment of a child of this process. */
async function environmentOfChild(): Promise<Record<string, string>> {
  const { promise: isUp, resolve: up } = Promise.withResolvers<void>()
  let variables: Record<string, string> = {}
  const child = new MediaProcess<object, Report>({
    name: 'a child',
    entry: new URL('./testing/environment-reporter.ts', import.meta.url),
    init: {},
    ping: n => ({ n }),
    parse: message => message as Report,
    unansweredUntilDead: 30,
    log,
    onReport: report => {
      variables = report.variables
    },
    onUp: up,
    onDown: () => undefined,
  })
  await isUp
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
