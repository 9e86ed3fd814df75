import { availableParallelism } from 'node:os'
import { describe, expect, it } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

const testKeys = {
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
}

describe('settings of the real parts', () => {
  it('chooses the embedded part of each kind when nothing is said', () => {
    const config = readConfig({})
    expect([config.video, config.bus, config.images, config.mail].map(part => part.provider)).toEqual([
      'embedded',
      'memory',
      'disk',
      'outbox',
    ])
    expect(config.sentryDsn).toBeUndefined()
  })

  it('chooses each real part by its variables', () => {
    const config = readConfig({
      REDIS_URL: 'redis://127.0.0.1:6379',
      LIVEKIT_URL: 'wss://video.example.org',
      LIVEKIT_API_KEY: 'key',
      LIVEKIT_API_SECRET: 'secret',
      S3_BUCKET: 'pictures',
      S3_ENDPOINT: 'https://objects.example.org',
      S3_ACCESS_KEY_ID: 'id',
      S3_SECRET_ACCESS_KEY: 'secret',
      SMTP_URL: 'smtps://mail.example.org',
      SENTRY_DSN: 'https://key@errors.example.org/1',
    })
    expect([config.video, config.bus, config.images, config.mail].map(part => part.provider)).toEqual([
      'livekit',
      'redis',
      's3',
      'smtp',
    ])
    expect(config.sentryDsn).toBe('https://key@errors.example.org/1')
  })

  it.each([
    ['REDIS_URL', { REDIS_URL: 'http://127.0.0.1' }],
    ['LIVEKIT_API_SECRET', { LIVEKIT_URL: 'wss://video.example.org', LIVEKIT_API_KEY: 'key' }],
    ['LIVEKIT_URL', { LIVEKIT_URL: 'video', LIVEKIT_API_KEY: 'key', LIVEKIT_API_SECRET: 'secret' }],
    ['S3_BUCKET', { S3_ENDPOINT: 'https://objects.example.org' }],
    ['S3_SECRET_ACCESS_KEY', { S3_BUCKET: 'pictures', S3_ACCESS_KEY_ID: 'id' }],
    ['SMTP_URL', { SMTP_URL: 'mail.example.org' }],
    ['SMTP_URL', { SMTP_URL: 'smtp://mail.example.org?tls=perhaps' }],
    ['SENTRY_DSN', { SENTRY_DSN: 'on' }],
    ['TURN_SECRET', { TURN_URLS: 'turn:turn.example.org:3478' }],
    ['TURN_URLS', { TURN_URLS: 'https://turn.example.org', TURN_SECRET: 'secret' }],
    ['TRUSTED_PROXIES', { TRUSTED_PROXIES: '0.0.0.0/0' }],
    ['TRUSTED_PROXIES', { TRUSTED_PROXIES: '10.0.0.0/33' }],
    ['TRUSTED_PROXIES', { TRUSTED_PROXIES: 'proxy' }],
    ['LOG_LEVEL', { LOG_LEVEL: 'INFO' }],
    ['MEDIA_PUBLIC_IP', { MEDIA_PUBLIC_IP: 'not-an-ip' }],
    ['MEDIA_BIND_IP', { MEDIA_BIND_IP: 'eth0' }],
    ['MEDIA_WORKERS', { MEDIA_WORKERS: '0' }],
    ['MEDIA_WORKERS', { MEDIA_WORKERS: '65' }],
    ['MEDIA_WORKERS', { MEDIA_WORKERS: 'all' }],
    ['MEDIA_PICTURE_SIZES', { MEDIA_PICTURE_SIZES: '3' }],
    ['MEDIA_WORKERS', { MEDIA_WORKERS: '3', MEDIA_PORTS: '40000-40027' }],
    ['MEDIA_PORTS', { MEDIA_WORKERS: '3', MEDIA_PORTS: '65534' }],
    ['HOST', { HOST: 'nowhere.invalid' }],
    ['HOST', { HOST: '300.0.0.1' }],
    ['METRICS_TOKEN', { METRICS_TOKEN: '' }],
    ['METRICS_TOKEN', { METRICS_TOKEN: ' \n' }],
    ['SECRETS_KEY', { SECRETS_KEY: 'too short' }],
    ['SECRETS_KEY', { SECRETS_KEY: ' '.repeat(16) }],
    ['docs/operations/upgrade.md', { SECRETS_KEY: 'a key from a file with a last line break\n' }],
    ['FORMER_SECRETS_KEY', { FORMER_SECRETS_KEY: 'too short' }],
    ['NODE_ENV', { NODE_ENV: 'Production' }],
    ['PORT', { PORT: '0x10' }],
    ['PORT', { PORT: '65536' }],
    ['DATA_DIR', { DATA_DIR: ' ' }],
    ['PUBLIC_ORIGIN', { PUBLIC_ORIGIN: 'https://example.org/shop' }],
    ['PUBLIC_ORIGIN', { PUBLIC_ORIGIN: 'https://me:secret@example.org' }],
    ['PUBLIC_ORIGIN', { PUBLIC_ORIGIN: 'https://example.org/?' }],
    ['DATABASE_URL', { DATABASE_URL: 'postgres://u:p@db/parley?sslmode=on' }],
    ['PLATFORM_FEE_PERCENT', { PLATFORM_FEE_PERCENT: ' ' }],
    ['PLATFORM_FEE_PERCENT', { PLATFORM_FEE_PERCENT: '91' }],
    ['PLATFORM_FEE_PERCENT', { PLATFORM_FEE_PERCENT: '1.234' }],
    ['RELEASE_AFTER_HOURS', { RELEASE_AFTER_HOURS: ' ' }],
    ['RELEASE_AFTER_HOURS', { RELEASE_AFTER_HOURS: '1e2' }],
    ['MIN_AGE', { MIN_AGE: '-1' }],
    ['MIN_AGE', { MIN_AGE: 'eighteen' }],
    ['SENTRY_DSN', { SENTRY_DSN: 'https://errors.example.org' }],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', { OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' }],
    ['OTEL_SDK_DISABLED', { OTEL_SDK_DISABLED: 'yes' }],
    ['S3_BUCKET', { S3_BUCKET: 'pictures/mine' }],
    ['S3_REGION', { S3_BUCKET: 'pictures', S3_REGION: 'EU West' }],
    [
      'LIVEKIT_API_SECRET',
      { LIVEKIT_URL: 'wss://v.example.org', LIVEKIT_API_KEY: 'k', LIVEKIT_API_SECRET: 's\n' },
    ],
    ['DEMO', { DEMO: 'yes' }],
    ['ALLOW_SANDBOX', { NODE_ENV: 'production', ALLOW_SANDBOX: 'true' }],
    ['ALLOW_SANDBOX', { ALLOW_SANDBOX: 'yes' }],
    ['ALLOW_SANDBOX', { ...testKeys, ALLOW_SANDBOX: 'yes' }],
    ['STRIPE_PUBLISHABLE_KEY', { STRIPE_PUBLISHABLE_KEY: 'pk_test_1' }],
    ['STRIPE_WEBHOOK_SECRET', { STRIPE_WEBHOOK_SECRET: 'whsec_1' }],
    ['S3_REGION', { S3_REGION: 'EU West' }],
    ['S3_ACCESS_KEY_ID', { S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'secret' }],
    [
      'MEDIA_WORKERS',
      {
        ...{ LIVEKIT_URL: 'wss://v.example.org', LIVEKIT_API_KEY: 'k', LIVEKIT_API_SECRET: 's' },
        MEDIA_WORKERS: 'all',
      },
    ],
    ['MAIL_FROM', { MAIL_FROM: 'nobody' }],
    ['MAIL_FROM', { MAIL_FROM: 'Acme, Ltd <hello@example.org>' }],
    ['MAIL_FROM', { MAIL_FROM: 'a@example.org,b@example.org' }],
    ['GOOGLE_CLIENT_SECRET', { GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: ' ' }],
    ['STRIPE_WEBHOOK_SECRET', { ...testKeys, STRIPE_WEBHOOK_SECRET: 'whsec_1, 2' }],
    ['STRIPE_PUBLISHABLE_KEY', { ...testKeys, STRIPE_PUBLISHABLE_KEY: 'pk_live_1' }],
  ])('stops the start and names %s when it is wrong', (name, env) => {
    expect(() => readConfig(env)).toThrow(ConfigError)
    expect(() => readConfig(env)).toThrow(name)
  })

  it('writes the public origin as browsers do', () => {
    for (const text of ['https://Example.org:443', 'https://EXAMPLE.org/', 'https://example.org'])
      expect(readConfig({ PUBLIC_ORIGIN: text }).publicOrigin).toBe('https://example.org')
    expect(readConfig({ PUBLIC_ORIGIN: 'http://example.org:8080' }).publicOrigin).toBe(
      'http://example.org:8080',
    )
  })

  it('takes a sender with a name, also one with a comma in quotation marks', () => {
    for (const from of [
      'Acme Ltd. <hello@example.org>',
      '"Acme, Ltd" <hello@example.org>',
      'hello@example.org',
      'Acme (no reply) <hello@example.org>',
      'Acme "X" Ltd <hello@example.org>',
      '"Acme \\"X\\", Ltd" <hello@example.org>',
    ])
      expect(readConfig({ MAIL_FROM: from }).mail.from).toBe(from)
  })

  it.each(['sk_live_1', 'rk_live_1'])('takes a live key such as %s with NODE_ENV=production alone', key => {
    const live = { ...testKeys, STRIPE_SECRET_KEY: key, STRIPE_PUBLISHABLE_KEY: 'pk_live_1' }
    expect(() => readConfig(live)).toThrow(/STRIPE_SECRET_KEY .* NODE_ENV=production/)
    expect(() => readConfig({ ...live, NODE_ENV: 'test' })).toThrow(ConfigError)
    expect(readConfig({ ...live, NODE_ENV: 'production' }).stripe.provider).toBe('stripe')
    expect(readConfig(testKeys).stripe.provider).toBe('stripe')
  })

  it.each([
    ['8.2', 820],
    ['1.1', 110],
    ['0', 0],
    ['90', 9000],
  ])('a fee of %s %% is %i hundredths', (percent, feeBasisPoints) => {
    expect(readConfig({ PLATFORM_FEE_PERCENT: percent })).toMatchObject({ feeBasisPoints })
  })

  it('an empty variable is one that is not set', () => {
    const empty = {
      HOST: '',
      LOG_LEVEL: '',
      MEDIA_PUBLIC_IP: '',
      SENTRY_DSN: '',
      S3_REGION: '',
      OTEL_SDK_DISABLED: '',
    }
    expect(readConfig(empty)).toEqual(readConfig({}))
  })

  it('has events send two sizes of video unless one is configured', () => {
    expect(readConfig({}).video).toMatchObject({ videoSizes: 2 })
    expect(readConfig({ MEDIA_PICTURE_SIZES: '1' }).video).toMatchObject({ videoSizes: 1 })
  })

  it('has a media worker for each core but one in production, and one outside it', () => {
    const production = readConfig({ NODE_ENV: 'production', ALLOW_SANDBOX: '1' })
    expect(production.video).toMatchObject({ workers: Math.max(1, availableParallelism() - 1) })
    expect(readConfig({}).video).toMatchObject({ workers: 1 })
  })

  it('takes as many media workers as the ports have room for', () => {
    for (const [MEDIA_WORKERS, MEDIA_PORTS] of [
      ['1', '40000-40003'],
      ['3', '40000-40029'],
      ['3', '40000'],
      ['64', ''],
    ]) {
      const env = { MEDIA_WORKERS, MEDIA_PORTS }
      expect(readConfig(env).video).toMatchObject({ workers: Number(MEDIA_WORKERS) })
    }
  })

  it('reads several TURN addresses and trusted proxies, parted by commas', () => {
    const config = readConfig({
      TURN_URLS: 'turn:turn.example.org:3478, turns:turn.example.org:443?transport=tcp',
      TURN_SECRET: 'secret',
      TRUSTED_PROXIES: 'loopback, 10.0.0.0/8,2001:db8::1',
    })
    const urls = ['turn:turn.example.org:3478', 'turns:turn.example.org:443?transport=tcp']
    expect(config.video).toMatchObject({ turn: { urls, secret: 'secret' } })
    expect(config.trustedProxies).toEqual(['loopback', '10.0.0.0/8', '2001:db8::1'])
  })
})
