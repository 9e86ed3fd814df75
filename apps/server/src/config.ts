import { isIP } from 'node:net'
import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import {
  MIN_AGE_DEFAULT,
  PLATFORM_FEE_PERCENT_DEFAULT,
  PRODUCT_TITLE,
  RELEASE_AFTER_HOURS_DEFAULT,
  SOCIAL_NETWORKS,
  type SocialNetworkName,
} from '@parley/contract'
import {
  basisPoints,
  ConfigError,
  type Env,
  flag,
  given,
  ipAddress,
  oneOf,
  refuseAlone,
  together,
  url,
  wholeNumber,
} from './config-values.ts'
import { parseSmtpUrl } from './providers/mail-smtp/smtp-url.ts'
import { parsePorts, WORKERS_MAX, workersFor, workersWithin } from './providers/video-embedded/options.ts'

export { ConfigError }

/** `live` moves real money; each kind of key says in its name which of the two it belongs to. */
function modeOf(key: string): 'live' | 'test' {
  return /^[a-z]+_live_/.test(key) ? 'live' : 'test'
}

function stripe(env: Env, production: boolean) {
  const secretKey = given(env, 'STRIPE_SECRET_KEY')
  const apiBase = url(env, 'STRIPE_API_BASE', ['http:', 'https:'])
  const isSandboxAllowed = flag(env, 'ALLOW_SANDBOX')
  if (!secretKey) {
    refuseAlone(env, ['STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'], 'STRIPE_SECRET_KEY')
    if (production && !isSandboxAllowed) {
      throw new ConfigError(
        'STRIPE_SECRET_KEY is missing: with NODE_ENV=production the payment sandbox is refused unless ALLOW_SANDBOX=1',
      )
    }
    return { provider: 'sandbox' as const, apiBase }
  }
  if (!/^[sr]k_(test|live)_/.test(secretKey))
    throw new ConfigError('STRIPE_SECRET_KEY must begin with sk_ or rk_')
  if (modeOf(secretKey) === 'live' && !production) {
    throw new ConfigError(
      'STRIPE_SECRET_KEY is a live key, which moves real money: it needs NODE_ENV=production',
    )
  }
  const publishableKey = given(env, 'STRIPE_PUBLISHABLE_KEY')
  if (!publishableKey?.startsWith('pk_')) throw new ConfigError('STRIPE_PUBLISHABLE_KEY must begin with pk_')
  if (modeOf(publishableKey) !== modeOf(secretKey)) {
    throw new ConfigError(
      'STRIPE_PUBLISHABLE_KEY and STRIPE_SECRET_KEY must both be live or both be test keys',
    )
  }
  const webhookSecret = given(env, 'STRIPE_WEBHOOK_SECRET')
  if (!webhookSecret?.split(',').every(secret => secret.trim().startsWith('whsec_')))
    throw new ConfigError(
      'STRIPE_WEBHOOK_SECRET must begin with whsec_, and so must each further one after a comma',
    )
  return { provider: 'stripe' as const, secretKey, publishableKey, webhookSecret, apiBase }
}

function media(env: Env, production: boolean) {
  const ports = parsePorts(given(env, 'MEDIA_PORTS'))
  if (!ports) throw new ConfigError('MEDIA_PORTS must be a port or a range of ports, such as 40000-41999')
  // Outside production one is enough, and a developer's machine has other work for its cores.
  const fallback = production ? workersFor(ports, availableParallelism()) : 1
  const workers = wholeNumber(env, 'MEDIA_WORKERS', { fallback, min: 1, max: WORKERS_MAX })
  if (workers > workersWithin(ports)) {
    throw new ConfigError(
      `MEDIA_WORKERS is ${workers}, but MEDIA_PORTS has room for ${workersWithin(ports)}: each worker needs ports of its own`,
    )
  }
  return {
    bindIp: ipAddress(env, 'MEDIA_BIND_IP'),
    publicIp: ipAddress(env, 'MEDIA_PUBLIC_IP'),
    ports,
    workers,
    videoSizes: wholeNumber(env, 'MEDIA_PICTURE_SIZES', { fallback: 2, min: 1, max: 2 }),
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
  const networks = (given(env, 'TRUSTED_PROXIES') ?? '').split(',').flatMap(each => each.trim() || [])
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
    const [clientId, clientSecret] = [given(env, idName), given(env, secretName)]
    if (!clientId && !clientSecret) continue
    if (!clientId) throw new ConfigError(`${idName} is missing: ${secretName} is set`)
    if (!clientSecret) throw new ConfigError(`${secretName} is missing: ${idName} is set`)
    credentials[network] = { clientId, clientSecret }
  }
  return credentials
}

function video(env: Env, production: boolean) {
  const names = ['LIVEKIT_URL', 'LIVEKIT_API_KEY', 'LIVEKIT_API_SECRET'] as const
  const livekit = together(env, names)
  // Read with LiveKit too: a wrong value stops the start although nothing uses it.
  const embedded = media(env, production)
  if (!livekit) return { provider: 'embedded' as const, ...embedded }
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

const BUCKET = /^[A-Za-z0-9][A-Za-z0-9._-]{1,253}[A-Za-z0-9]$/
const REGION = /^[a-z0-9-]{1,50}$/

/** Images on S3; without an endpoint it is Amazon's own, and without keys those of the machine's role. */
function images(env: Env) {
  const bucket = given(env, 'S3_BUCKET')
  const endpoint = url(env, 'S3_ENDPOINT', ['http:', 'https:'])
  const keys = together(env, ['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'])
  const region = given(env, 'S3_REGION') ?? 'us-east-1'
  if (!REGION.test(region)) throw new ConfigError('S3_REGION must be the name of a region, such as eu-west-2')
  if (!bucket) {
    refuseAlone(env, ['S3_ENDPOINT', 'S3_ACCESS_KEY_ID'], 'S3_BUCKET')
    return { provider: 'disk' as const }
  }
  if (!BUCKET.test(bucket)) throw new ConfigError('S3_BUCKET must be the name of a bucket alone')
  return {
    provider: 's3' as const,
    ...{ bucket, endpoint, region },
    credentials: keys && { accessKeyId: keys.S3_ACCESS_KEY_ID, secretAccessKey: keys.S3_SECRET_ACCESS_KEY },
  }
}

/** A comma, a semicolon or a colon that is not quoted makes a list of senders of a name. */
const ONE_SENDER =
  /^(?:(?:[^<>@\r\n",;:]|"(?:[^"\\\r\n]|\\.)*")+ <[^\s<>@,;]+@[^\s<>@,;]+>|[^\s<>@,;]+@[^\s<>@,;]+)$/

function mail(env: Env, siteHost: string) {
  const from = given(env, 'MAIL_FROM') ?? `${PRODUCT_TITLE} <no-reply@${siteHost}>`
  if (!ONE_SENDER.test(from)) {
    throw new ConfigError(
      'MAIL_FROM must be one address, alone or as in "Parley <hello@example.org>"; a name with a comma, a colon or a ' +
        'semicolon needs quotation marks',
    )
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

/**
 * In production all addresses, for proxies and containers; otherwise only the loopback, because the sandbox is open.
 */
function host(env: Env, production: boolean) {
  const host = given(env, 'HOST')
  if (host === undefined) return production ? ('every' as const) : ('loopback' as const)
  if (host === 'localhost') return 'loopback' as const
  if (isIP(host) !== 0) return host
  throw new ConfigError('HOST must be an IP address of this machine, or localhost')
}

const SSL_MODES = ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full', 'no-verify']

function database(env: Env): string | undefined {
  const address = url(env, 'DATABASE_URL', ['postgres:', 'postgresql:'])
  const mode = address && new URL(address).searchParams.get('sslmode')
  if (!mode || SSL_MODES.includes(mode)) return address
  throw new ConfigError(`DATABASE_URL: sslmode must be one of ${SSL_MODES.join(', ')}`)
}

const SECRETS_KEY_MIN = 16

/**
 * What wraps the signing keys in the database, and what did before. The former one may have a space or a line break at
 * its ends: it is what was set before this was refused.
 */
function secretsKeys(env: Env) {
  const raw = env.SECRETS_KEY?.trim() ? env.SECRETS_KEY : ''
  if (raw !== raw.trim()) {
    throw new ConfigError(
      'SECRETS_KEY must not begin or end with a space or a line break: docs/operations/upgrade.md says how to replace it',
    )
  }
  const keys = {
    SECRETS_KEY: given(env, 'SECRETS_KEY'),
    FORMER_SECRETS_KEY: env.FORMER_SECRETS_KEY || undefined,
  }
  for (const [name, value] of Object.entries(keys)) {
    if (value && value.length < SECRETS_KEY_MIN) {
      throw new ConfigError(
        `${name} must have at least ${SECRETS_KEY_MIN} characters, such as openssl rand -base64 32 makes`,
      )
    }
  }
  return { secretsKey: keys.SECRETS_KEY, formerSecretsKey: keys.FORMER_SECRETS_KEY }
}

/** Attack: an empty secret, set by mistake, would show the figures to everyone. */
function metricsToken(env: Env): string | undefined {
  if (env.METRICS_TOKEN === '') {
    throw new ConfigError('METRICS_TOKEN is blank: give it a value or leave it out')
  }
  return given(env, 'METRICS_TOKEN')
}

/** `https://KEY@HOST/PROJECT`: without the key or the project the address would be accepted, and no error reported. */
function sentryDsn(env: Env): string | undefined {
  const dsn = url(env, 'SENTRY_DSN', ['http:', 'https:'])
  if (!dsn || (new URL(dsn).username && /\/\d+$/.test(new URL(dsn).pathname))) return dsn
  throw new ConfigError('SENTRY_DSN must be as Sentry shows it, such as https://key@errors.example.org/1')
}

/** Where to is read by OpenTelemetry itself, from its standard variables. */
function traces(env: Env) {
  const [all, own] = ['OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'].map(name =>
    url(env, name, ['http:', 'https:']),
  )
  const isOff = oneOf(env, 'OTEL_SDK_DISABLED', { fallback: 'false', values: ['true', 'false'] }) === 'true'
  return {
    sendsTraces: Boolean(all || own) && !isOff,
    traceServiceName: given(env, 'OTEL_SERVICE_NAME') ?? PRODUCT_TITLE.toLowerCase(),
  }
}

const NODE_ENVS = ['production', 'development', 'test'] as const
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

/** As browsers write it: in small letters, and without the port that belongs to the scheme. */
function origin(env: Env): string | undefined {
  const text = url(env, 'PUBLIC_ORIGIN', ['http:', 'https:'])
  if (text === undefined) return undefined
  const { href, origin } = new URL(text)
  if (href === `${origin}/`) return origin
  throw new ConfigError('PUBLIC_ORIGIN must be an origin without a path, such as https://example.org')
}

/** Reads and checks every setting; the only reader of the environment. Throws ConfigError. */
export function readConfig(env: Env) {
  // Attack: a mistyped name of production would open the sandbox's pages to the world.
  const nodeEnv = oneOf(env, 'NODE_ENV', { fallback: 'development', values: NODE_ENVS })
  const production = nodeEnv === 'production'
  const port = wholeNumber(env, 'PORT', { fallback: 3000, min: 0, max: 65_535 })
  const publicOrigin = origin(env)
  return {
    production,
    port,
    host: host(env, production),
    dataDir: resolve(given(env, 'DATA_DIR') ?? './data'),
    publicOrigin,
    trustedProxies: trustedProxies(env),
    databaseUrl: database(env),
    /** Whether frequent statements are prepared on each connection. */
    preparedStatements: oneOf(env, 'DATABASE_PREPARED', { fallback: 'on', values: ['on', 'off'] }),
    stripe: stripe(env, production),
    social: social(env),
    video: video(env, production),
    bus: bus(env),
    images: images(env),
    ...secretsKeys(env),
    metricsToken: metricsToken(env),
    ...traces(env),
    sentryDsn: sentryDsn(env),
    mail: mail(env, publicOrigin ? new URL(publicOrigin).hostname : 'localhost'),
    feeBasisPoints: basisPoints(env, 'PLATFORM_FEE_PERCENT', {
      fallback: PLATFORM_FEE_PERCENT_DEFAULT,
      max: 90,
    }),
    releaseAfterHours: wholeNumber(env, 'RELEASE_AFTER_HOURS', {
      fallback: RELEASE_AFTER_HOURS_DEFAULT,
      min: 0,
      max: 24 * 365,
    }),
    minAge: wholeNumber(env, 'MIN_AGE', { fallback: production ? MIN_AGE_DEFAULT : 0, min: 0, max: 99 }),
    demo: flag(env, 'DEMO') && !production,
    logLevel: oneOf(env, 'LOG_LEVEL', { fallback: 'info', values: LOG_LEVELS }),
  }
}
export type Config = ReturnType<typeof readConfig>
