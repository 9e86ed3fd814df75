import { describe, expect, it } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

describe('settings of the real parts', () => {
  it('chooses the embedded part of each kind when nothing is said', () => {
    const config = readConfig({})
    expect([config.video, config.bus, config.pictures, config.mail].map(part => part.provider)).toEqual([
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
    expect([config.video, config.bus, config.pictures, config.mail].map(part => part.provider)).toEqual([
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
  ])('stops the start and names %s when it is wrong', (name, env) => {
    expect(() => readConfig(env)).toThrow(ConfigError)
    expect(() => readConfig(env)).toThrow(name)
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
