import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { readConfig } from '../../apps/server/src/config.ts'
import { ROOT } from '../run-command.ts'
import { interpolate, namesIn, readEnvFile } from './interpolate.ts'
import { readmeSettings } from './readme-settings.ts'

const DEPLOY = join(ROOT, 'deploy')
const FILES = ['compose.yaml', 'compose.single.yaml']

interface Service {
  image: string
  restart?: string
  profiles?: string[]
  command?: string[]
  environment?: Record<string, string | null>
  healthcheck?: { test?: string[]; disable?: boolean }
  volumes?: string[]
  ports?: string[]
  privileged?: boolean
  deploy?: { resources: { limits: { cpus: string; memory: string } } }
}

const textOf = (file: string) => readFileSync(join(DEPLOY, file), 'utf8')
const written = readEnvFile(textOf('.env.example'))
/** As an operator fills them in. */
const examples = { ...written, SECRETS_KEY: 'a key that the operator made' }

interface ComposeFile {
  services: Record<string, Service>
}
const fileOf = (file: string) => parse(textOf(file), { merge: true }) as ComposeFile
const servicesOf = (file: string) => Object.entries(interpolate(fileOf(file), examples).services)

describe('the example settings', () => {
  it('name every variable that the compose files use, and no other', () => {
    // The name of the image is only for people who build it elsewhere.
    const used = FILES.flatMap(file => namesIn(textOf(file))).filter(name => name !== 'PARLEY_IMAGE')
    expect(Object.keys(examples).sort()).toEqual([...new Set(used)].sort())
  })

  it('hold no real key', () => {
    const secrets = Object.entries(written).filter(([name]) => /SECRET|PASSWORD|PUBLISHABLE/.test(name))
    for (const [name, value] of secrets) expect(`${name}=${value}`).toMatch(/=$|change.me/)
  })
})

describe.each(FILES)('%s', file => {
  const services = servicesOf(file)

  it('has for each service a pinned image, a limit, a restart policy and a health check', () => {
    for (const [name, service] of services) {
      expect(service.image, name).toMatch(/:[\w.]+$/)
      expect(service.image, name).not.toContain(':latest')
      expect(service.deploy?.resources.limits, name).toMatchObject({
        cpus: expect.any(String),
        memory: expect.any(String),
      })
      expect(service.privileged, name).toBeUndefined()
      const isOnce = service.restart === 'no'
      if (!isOnce) expect(service.restart, name).toBe('unless-stopped')
      // The product's own image has its health check inside.
      if (service.image.startsWith('parley:')) continue
      expect(service.healthcheck?.test?.length, name).toBeGreaterThan(1)
    }
  })

  it('has a backup and an audit for the timer of the host, with the settings of the server', () => {
    const { services: all } = interpolate(fileOf(file), examples)
    const server = all[file === 'compose.yaml' ? 'app-1' : 'app']
    for (const name of ['backup', 'audit']) {
      const tool = all[name]
      expect(tool, name).toMatchObject({ profiles: ['tools'], restart: 'no', healthcheck: { disable: true } })
      expect(tool?.command, name).toEqual(['node', `apps/server/src/${name}.ts`])
      expect([tool?.image, tool?.environment], name).toEqual([server?.image, server?.environment])
      expect(existsSync(join(ROOT, tool?.command?.[1] ?? '')), name).toBe(true)
    }
    expect(all.backup?.volumes).toContain('backups:/data/backups')
  })

  it('contains no secret', () => {
    for (const [name, { environment = {} }] of Object.entries(fileOf(file).services)) {
      for (const [variable, value] of Object.entries(environment)) {
        if (!/SECRET|PASSWORD|_KEY$|AUTH/.test(variable)) continue
        expect(String(value), `${name} ${variable}`).toMatch(/^\$\{\w+:[-?][^}]*\}$/)
      }
    }
  })

  it('mounts only files that exist', () => {
    const mounted = services
      .flatMap(([, service]) => service.volumes ?? [])
      .filter(each => each.startsWith('./'))
    const missing = mounted
      .map(each => each.split(':')[0] ?? '')
      .filter(path => !existsSync(join(DEPLOY, path)))
    expect(missing).toEqual([])
  })
})

describe.each([
  [
    'compose.yaml',
    'app-1',
    /^(HOST|ALLOW_SANDBOX|DEMO|MEDIA_\w+|TURN_\w+|STRIPE_API_BASE|NODE_EXTRA_CA_CERTS)$/,
  ],
  [
    'compose.single.yaml',
    'app',
    /^(ALLOW_SANDBOX|DEMO|REDIS_URL|LIVEKIT_\w+|S3_\w+|STRIPE_API_BASE|NODE_EXTRA_CA_CERTS)$/,
  ],
] as const)('%s', (file, service, without) => {
  it('passes on every setting of the README except those that have no meaning there', () => {
    const named = readmeSettings()
    const passed = Object.keys(fileOf(file).services[service]?.environment ?? {})
    expect(named.length).toBeGreaterThan(40)
    expect(named.filter(name => !without.test(name) && !passed.includes(name))).toEqual([])
  })

  it('stores backups where the server may write', () => {
    for (const [name, { volumes = [] }] of servicesOf(file))
      for (const volume of volumes.filter(each => each.endsWith(':/data/backups')))
        expect(volume, name).toBe('backups:/data/backups')
  })
})

/**
 * The variables of the container: a variable without a value is passed on only where it is set, and is not in this
 * list.
 */
const givenTo = (environment: Record<string, string | null>) =>
  Object.fromEntries(
    Object.entries(environment).flatMap(([name, value]) => (value === null ? [] : [[name, value]])),
  )

describe('a copy of the example settings', () => {
  it.each(FILES)('starts nothing of %s before somebody made a SECRETS_KEY', file => {
    expect(() => interpolate(fileOf(file), written)).toThrow('SECRETS_KEY is needed and not set')
    expect(textOf('.env.example')).toMatch(/openssl rand -base64 32[^=]*SECRETS_KEY=\n/)
  })
})

describe('the server', () => {
  const settingsOf = (file: string, name: string) =>
    readConfig(givenTo(servicesOf(file).find(([service]) => service === name)?.[1].environment ?? {}))

  it.each(['app-1', 'app-2'])('as %s of several uses every real provider, and trusts its proxy', name => {
    const config = settingsOf('compose.yaml', name)
    expect(
      [config.video, config.bus, config.images, config.mail, config.stripe].map(part => part.provider),
    ).toEqual(['livekit', 'redis', 's3', 'smtp', 'stripe'])
    expect(config).toMatchObject({ production: true, trustedProxies: ['uniquelocal'] })
    expect(config.databaseUrl).toBeDefined()
  })

  it('as a single process has the embedded media, and its media ports open', () => {
    const config = settingsOf('compose.single.yaml', 'app')
    expect(config).toMatchObject({
      production: true,
      trustedProxies: ['loopback'],
      video: { provider: 'embedded', ports: { kind: 'range' } },
    })
  })
})

describe('compose.yaml', () => {
  it('gives LiveKit no Redis: LiveKit ends the calls of its node when its Redis fails', () => {
    const [, livekit] = servicesOf('compose.yaml').find(([name]) => name === 'livekit') ?? []
    const config = parse(livekit?.environment?.LIVEKIT_CONFIG ?? '') as Record<string, unknown>
    expect(config).toHaveProperty('rtc')
    expect(config).not.toHaveProperty('redis')
  })
})
