import { isIP } from 'node:net'
import { resolve } from 'node:path'
import {
  PLATFORM_FEE_PERCENT_DEFAULT,
  PRODUCT_TITLE,
  RELEASE_AFTER_HOURS_DEFAULT,
  SOCIAL_NETWORKS,
  type SocialNetworkName,
} from '@parley/contract'
import { parseSmtpUrl } from './providers/mail-smtp/smtp-url.ts'
import { parsePorts } from './providers/video-embedded/options.ts'

/** A wrong or missing setting; its message names the variable and stops the start. */
export class ConfigError extends Error {}

type Env = Readonly<Record<string, string | undefined>>

function wholeNumber(env: Env, name: string, rule: { fallback: number; min: number; max: number }): number {
  const raw = env[name]
  if (raw === undefined || raw === '') return rule.fallback
  const value = Number(raw)
  if (!Number.isInteger(value) || value < rule.min || value > rule.max) {
    throw new ConfigError(`${name} must be a whole number from ${rule.min} to ${rule.max}`)
  }
  return value
}

function url(env: Env, name: string, protocols: readonly string[]): string | undefined {
  const raw = env[name]
  if (raw === undefined || raw === '') return undefined
  const parsed = URL.canParse(raw) ? new URL(raw) : undefined
  if (!parsed || !protocols.includes(parsed.protocol)) {
    throw new ConfigError(
      `${name} must be an address that begins with ${protocols.map(p => `${p}//`).join(' or ')}`,
    )
  }
  return raw
}

function flag(env: Env, name: string): boolean {
  const raw = env[name]
  if (raw === undefined || raw === '' || raw === '0') return false
  if (raw === '1') return true
  throw new ConfigError(`${name} must be 1 or 0`)
}

function stripe(env: Env, production: boolean) {
  const secretKey = env.STRIPE_SECRET_KEY
  const apiBase = url(env, 'STRIPE_API_BASE', ['http:', 'https:'])
  if (!secretKey) {
    if (production && !flag(env, 'ALLOW_SANDBOX')) {
      throw new ConfigError(
        'STRIPE_SECRET_KEY is missing: with NODE_ENV=production the payment sandbox is refused unless ALLOW_SANDBOX=1',
      )
    }
    return { provider: 'sandbox' as const, apiBase }
  }
  if (!/^[sr]k_(test|live)_/.test(secretKey))
    throw new ConfigError('STRIPE_SECRET_KEY must begin with sk_ or rk_')
  const publishableKey = env.STRIPE_PUBLISHABLE_KEY
  if (!publishableKey?.startsWith('pk_')) throw new ConfigError('STRIPE_PUBLISHABLE_KEY must begin with pk_')
  const webhookSecret = env.STRIPE_WEBHOOK_SECRET
  if (!webhookSecret?.startsWith('whsec_'))
    throw new ConfigError('STRIPE_WEBHOOK_SECRET must begin with whsec_')
  return { provider: 'stripe' as const, secretKey, publishableKey, webhookSecret, apiBase }
}

function media(env: Env) {
  const ports = parsePorts(env.MEDIA_PORTS)
  if (!ports) throw new ConfigError('MEDIA_PORTS must be a port or a range of ports, such as 40000-40100')
  return {
    bindIp: env.MEDIA_BIND_IP || undefined,
    publicIp: env.MEDIA_PUBLIC_IP || undefined,
    ports,
    turn: turn(env),
  }
}

/** A TURN server (coturn with `use-auth-secret`) for browsers whose network blocks UDP; LiveKit brings its own. */
function turn(env: Env) {
  const set = together(env, ['TURN_URLS', 'TURN_SECRET'])
  if (!set) return undefined
  const urls = set.TURN_URLS.split(',').map(each => each.trim())
  if (urls.some(each => !/^turns?:[^\s/]+$/.test(each))) {
    throw new ConfigError('TURN_URLS must be addresses that begin with turn: or turns:, parted by commas')
  }
  return { urls, secret: set.TURN_SECRET }
}

const NAMED_NETWORKS = new Set(['loopback', 'linklocal', 'uniquelocal'])

function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/')
  const family = isIP(address)
  const width = bits === undefined ? 1 : Number(bits)
  // A width of 0 would let anyone name the address that they are counted by.
  const isWidth = /^\d+$/.test(bits ?? '1') && width >= 1 && width <= (family === 4 ? 32 : 128)
  return rest.length === 0 && (NAMED_NETWORKS.has(text) || (family !== 0 && isWidth))
}

/** The proxies whose `X-Forwarded-For` is believed; without them an address is that of the connection. */
function trustedProxies(env: Env): string[] {
  const networks = (env.TRUSTED_PROXIES ?? '').split(',').flatMap(each => each.trim() || [])
  const wrong = networks.find(each => !isNetwork(each))
  if (wrong === undefined) return networks
  throw new ConfigError(
    `TRUSTED_PROXIES must be addresses or networks such as 10.0.0.0/8, or loopback, linklocal, uniquelocal; ${wrong} is none`,
  )
}

/** The networks with credentials; half of a pair is a mistake. */
function social(env: Env) {
  const credentials: Partial<Record<SocialNetworkName, { clientId: string; clientSecret: string }>> = {}
  for (const network of SOCIAL_NETWORKS) {
    const [idName, secretName] = [
      `${network.toUpperCase()}_CLIENT_ID`,
      `${network.toUpperCase()}_CLIENT_SECRET`,
    ]
    const [clientId, clientSecret] = [env[idName], env[secretName]]
    if (!clientId && !clientSecret) continue
    if (!clientId) throw new ConfigError(`${idName} is missing: ${secretName} is set`)
    if (!clientSecret) throw new ConfigError(`${secretName} is missing: ${idName} is set`)
    credentials[network] = { clientId, clientSecret }
  }
  return credentials
}

/** The values of the variables when all are set; none set is null, and a part of them a mistake that is named. */
function together<N extends string>(env: Env, names: readonly N[]): Record<N, string> | null {
  const set = names.filter(name => env[name])
  if (set.length === 0) return null
  const missing = names.find(name => !env[name])
  if (missing) throw new ConfigError(`${missing} is missing: ${set[0]} is set`)
  return Object.fromEntries(names.map(name => [name, env[name] ?? ''])) as Record<N, string>
}

function video(env: Env) {
  const names = ['LIVEKIT_URL', 'LIVEKIT_API_KEY', 'LIVEKIT_API_SECRET'] as const
  const livekit = together(env, names)
  if (!livekit) return { provider: 'embedded' as const, ...media(env) }
  const address = url(env, 'LIVEKIT_URL', ['ws:', 'wss:', 'http:', 'https:']) ?? ''
  return {
    provider: 'livekit' as const,
    url: address,
    apiKey: livekit.LIVEKIT_API_KEY,
    apiSecret: livekit.LIVEKIT_API_SECRET,
  }
}

function bus(env: Env) {
  const redisUrl = url(env, 'REDIS_URL', ['redis:', 'rediss:'])
  return redisUrl ? { provider: 'redis' as const, url: redisUrl } : { provider: 'memory' as const }
}

/** Pictures on S3; without an endpoint it is Amazon's own, and without keys those of the machine's role. */
function pictures(env: Env) {
  const bucket = env.S3_BUCKET
  if (!bucket) {
    if (env.S3_ENDPOINT) throw new ConfigError('S3_BUCKET is missing: S3_ENDPOINT is set')
    return { provider: 'disk' as const }
  }
  const keys = together(env, ['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'])
  return {
    provider: 's3' as const,
    bucket,
    endpoint: url(env, 'S3_ENDPOINT', ['http:', 'https:']),
    region: env.S3_REGION || 'us-east-1',
    credentials: keys && { accessKeyId: keys.S3_ACCESS_KEY_ID, secretAccessKey: keys.S3_SECRET_ACCESS_KEY },
  }
}

function mail(env: Env, siteHost: string) {
  const from = env.MAIL_FROM || `${PRODUCT_TITLE} <no-reply@${siteHost}>`
  if (!/^(?:[^<>@\r\n]+ <[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/.test(from)) {
    throw new ConfigError('MAIL_FROM must be an address, alone or as in "Parley <hello@example.org>"')
  }
  const smtpUrl = url(env, 'SMTP_URL', ['smtp:', 'smtps:'])
  if (!smtpUrl) return { provider: 'outbox' as const, from }
  try {
    parseSmtpUrl(smtpUrl)
  } catch (error) {
    throw new ConfigError(`SMTP_URL ${error instanceof TypeError ? error.message : 'could not be read'}`)
  }
  return { provider: 'smtp' as const, from, url: smtpUrl }
}

/** Reads and checks every setting; the only reader of the environment. Throws ConfigError. */
export function readConfig(env: Env) {
  const production = env.NODE_ENV === 'production'
  const port = wholeNumber(env, 'PORT', { fallback: 3000, min: 0, max: 65_535 })
  const origin = url(env, 'PUBLIC_ORIGIN', ['http:', 'https:'])
  if (origin && new URL(origin).origin !== origin.replace(/\/$/, '')) {
    throw new ConfigError('PUBLIC_ORIGIN must be an origin without a path, such as https://example.org')
  }
  const feePercent = Number(env.PLATFORM_FEE_PERCENT || PLATFORM_FEE_PERCENT_DEFAULT)
  if (!(feePercent >= 0 && feePercent <= 90) || !Number.isInteger(feePercent * 100)) {
    throw new ConfigError('PLATFORM_FEE_PERCENT must be a number from 0 to 90 with at most two decimals')
  }
  return {
    production,
    port,
    host: env.HOST || '0.0.0.0',
    dataDir: resolve(env.DATA_DIR || './data'),
    publicOrigin: origin?.replace(/\/$/, ''),
    trustedProxies: trustedProxies(env),
    databaseUrl: url(env, 'DATABASE_URL', ['postgres:', 'postgresql:']),
    stripe: stripe(env, production),
    social: social(env),
    video: video(env),
    bus: bus(env),
    pictures: pictures(env),
    metricsToken: env.METRICS_TOKEN || undefined,
    /** Where to is read by OpenTelemetry itself, from its standard variables. */
    sendsTraces:
      Boolean(env.OTEL_EXPORTER_OTLP_ENDPOINT || env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT) &&
      env.OTEL_SDK_DISABLED !== 'true',
    traceServiceName: env.OTEL_SERVICE_NAME || PRODUCT_TITLE.toLowerCase(),
    sentryDsn: url(env, 'SENTRY_DSN', ['http:', 'https:']),
    mail: mail(env, origin ? new URL(origin).hostname : 'localhost'),
    feeBasisPoints: Math.round(feePercent * 100),
    releaseAfterHours: wholeNumber(env, 'RELEASE_AFTER_HOURS', {
      fallback: RELEASE_AFTER_HOURS_DEFAULT,
      min: 0,
      max: 24 * 365,
    }),
    demo: flag(env, 'DEMO') && !production,
    logLevel: env.LOG_LEVEL || 'info',
  }
}
export type Config = ReturnType<typeof readConfig>
