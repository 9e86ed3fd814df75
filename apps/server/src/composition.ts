import type { StripeSandbox } from '@parley/stripe-sandbox'
import type { PublicData } from '@parley/web/public-data'
import type { Pool } from 'pg'
import { buildApp } from './app.ts'
import { startBackground } from './composition/background.ts'
import { openClock } from './composition/clock.ts'
import type { OpenDatabase } from './composition/database.ts'
import { wireDomains } from './composition/domains.ts'
import { openMail } from './composition/mail.ts'
import { createObservability } from './composition/observability.ts'
import { forReadiness, logFailingChecks, type OptionalChecks } from './composition/optional-checks.ts'
import { openPaymentProvider } from './composition/payment-provider.ts'
import { openResources, type ResourceOptions, type Resources } from './composition/resources.ts'
import { openSandbox, SANDBOX_PREFIX, sandboxRoutes } from './composition/sandbox.ts'
import { openSocialLogins } from './composition/social-logins.ts'
import { videoOriginOf } from './composition/video.ts'
import { webRoutes } from './composition/web.ts'
import type { Config } from './config.ts'
import type { MovableClock } from './core/clock.ts'
import type { HashCost } from './domains/accounts/public.ts'
import {
  ageStateOf,
  authenticate,
  createSocketAuthentication,
  movedUsername,
} from './domains/accounts/public.ts'
import { publicDataOf } from './domains/discovery/public.ts'
import { followSaleTerms, type ImageMaker } from './domains/profiles/public.ts'
import { findRequest } from './domains/requests/public.ts'
import { staffStanding } from './domains/staff/public.ts'
import type { App, Routes } from './http/app-type.ts'
import { healthRoutes } from './http/health-routes.ts'
import { listenOn, originAt } from './http/listen.ts'
import { limitsFor } from './http/rate-limits.ts'
import { sandboxClockRoutes } from './http/sandbox/clock-routes.ts'
import { sandboxMailRoutes } from './http/sandbox/mail-routes.ts'
import { inStages } from './jobs/in-stages.ts'
import { advanceClock } from './jobs/stored-clock.ts'
import type { StripeSettings } from './providers/payments-stripe/client.ts'
import type { SocialSettings } from './providers/social-openid-client/index.ts'
import { createUpgrades } from './realtime/upgrade.ts'

export interface ComposeOptions extends ResourceOptions {
  /** Already open, for this server alone. */
  resources?: Resources
  /** `manual`: time rules, outbox and webhooks run only when a test calls them. */
  background: 'automatic' | 'manual'
  /** Another clock than the machine's, for tests. */
  clock?: MovableClock
  /** From the build, from the source as it is saved, or not at all, for tests of the API. */
  pages: 'served' | 'from source' | 'left out'
  /** Other places of the social networks than their own, for tests with a server of their own. */
  socialNetworks?: SocialSettings['networks']
  /** Another cost of a password's hash than production's, for tests that log in all the time. */
  passwordCost?: HashCost
  /** Another maker of the files of an image, for tests that upload the same one all the time. */
  imageMaker?: ImageMaker
  /** `test`: what the payment sandbox writes need not outlive a power failure. */
  durability?: 'durable' | 'test'
}

/** The whole server, put together and not listening yet. */
export interface ParleyServer {
  app: App
  database: OpenDatabase
  domains: Awaited<ReturnType<typeof wireDomains>>
  sandbox: StripeSandbox | null
  clock: MovableClock
  config: Config
  publicOrigin: string
  /** Where this process reaches itself. */
  localOrigin: string
  listen(): Promise<void>
  /** Applies due rules of time, does the work left in the outbox and delivers webhooks until nothing is left. */
  doDueWork(): Promise<void>
  /**
   * No new work, calls paused, everything closed; the database when `lastWork` of the caller has ended, too. All steps
   * run, also after one that failed; then it throws StopIncomplete.
   */
  stop(lastWork?: Promise<void>): Promise<void>
}

const WORK_ROUNDS_MAX = 20

/** Chooses every provider by the configuration and connects the parts; throws on an unknown value. */
export async function compose(config: Config, options: ComposeOptions): Promise<ParleyServer> {
  const resources = options.resources ?? (await openResources(config, options))
  try {
    return await composeOn({ ...resources, config, options })
  } catch (error) {
    await resources.database.close()
    throw error
  }
}

interface Ground extends Resources {
  config: Config
  options: ComposeOptions
}

async function composeOn({ database, config, options, log, reports }: Ground): Promise<ParleyServer> {
  const { db, pool } = database
  const publicOrigin = publicOriginOf(config, log)
  const localOrigin = originAt(config)
  const clock = options.clock ?? (await openClock(db, config))
  const { sandbox, settings } = await paymentSettings(config, () =>
    openSandbox({
      db,
      clock,
      log,
      dataDir: config.dataDir,
      publicOrigin,
      localOrigin,
      production: config.production,
      delivery: options.background,
      durability: options.durability,
    }),
  )
  const limitOf = limitsFor(config.production)
  const watch = createObservability({ pool, clock, reports, dataDir: config.dataDir })
  const provider = watch.measured('payments', await openPaymentProvider({ db, log }, config, settings))
  const social = await openSocialLogins({ config, options, db, publicOrigin, localOrigin })
  const mail = await openMail(config, log)
  const domains = await wireDomains({
    ...{ config, db, clock, log, publicOrigin, provider, limitOf, social: social.settings },
    mailSender: watch.measured('mail', mail.sender),
    ...{ measured: watch.measured, onWork: watch.onWork, passwordCost: options.passwordCost },
    imageMaker: options.imageMaker,
  })

  const optionalChecks = { ...domains.checks, mails: mail.check }

  const doDueWork = () => doAllDueWork(domains, sandbox)

  const routes: Routes[] = [
    ...domains.routes,
    ...social.routes,
    probes({ config, pool, watch, domains, optionalChecks, openSockets: () => upgrades.openSockets() }),
  ]
  if (sandbox) routes.push(sandboxRoutes(sandbox.plugin, SANDBOX_PREFIX))
  if (sandbox && !config.production) {
    const advance = async (seconds: number) => {
      const now = await advanceClock(db, clock, seconds)
      await doDueWork()
      return now
    }
    routes.push(sandboxClockRoutes({ advance }))
    if (mail.outbox) routes.push(sandboxMailRoutes(mail.outbox))
  }
  const site = { ...siteFacts(config, settings, publicOrigin), socialNetworks: social.names }
  const pageData = { site, ...publicDataOf(domains.liveEvents) }
  routes.push(...(await webRoutes(pageData, options.pages)))
  const app = await buildApp({
    authenticate: token => authenticate(domains.accounts, token),
    staffStanding: person => staffStanding(domains.accounts, person),
    ageState: person => ageStateOf(domains.accounts, person.id),
    findMoved: input => movedUsername(domains.accounts, input),
    influencerNameOf: async id => (await findRequest(db, id))?.influencerName ?? null,
    limitOf,
    hitCounts: domains.hitCounts,
    ...{ publicOrigin, trustedProxies: config.trustedProxies },
    reach: config.host === 'loopback' && !config.production ? 'this machine' : 'the network',
    logger: { level: config.logLevel, ...(options.logTo ? { stream: options.logTo } : {}) },
    routes,
    watch: watch.requests,
    clock,
  })
  const upgrades = createUpgrades({
    publicOrigin,
    clock,
    log,
    authenticateSocket: createSocketAuthentication(domains.accounts),
    channels: domains.calls.channels,
    raw: domains.rawSockets,
  })
  let background: { stop(): Promise<void> } | undefined

  return {
    app,
    database,
    domains,
    sandbox,
    clock,
    config,
    publicOrigin,
    localOrigin,
    doDueWork,
    async listen() {
      await app.ready()
      upgrades.attach(app.server)
      await followSaleTerms(domains.liveEvents, config)
      await listenOn(app, config)
      await domains.calls.start()
      void logFailingChecks(optionalChecks, log)
      if (options.background === 'manual') return
      domains.outbox.start()
      background = startBackground({
        log,
        ...{ applyDue: domains.applyDue, readKeys: domains.accounts.secrets.reload },
        cleanUp: [domains.cleanUp, async () => mail.outbox?.removeExpired()],
      })
    },
    stop: lastWork =>
      inStages(log, [
        { sockets: () => upgrades.drain() },
        { background: () => background?.stop() },
        { calls: () => domains.calls.drain() },
        // A client that never ends its request keeps the server open until the process is ended. No work begins then.
        {
          outbox: () => domains.outbox.stop(),
          http: () => app.close(),
          webhooks: () => sandbox?.stopDeliveries(),
        },
        { 'last work': () => lastWork },
        { domains: () => domains.close(), mail: () => mail.close(), sandbox: () => sandbox?.close() },
        { database: () => database.close() },
        { reports: () => reports.close() },
      ]),
  }
}

/** The address that people see. Its default works on this machine alone: a server that others can reach warns of it. */
function publicOriginOf(
  { publicOrigin, port, production, host }: Pick<Config, 'publicOrigin' | 'port' | 'production' | 'host'>,
  log: Pick<Resources['log'], 'warn'>,
): string {
  const origin = publicOrigin ?? `http://localhost:${port}`
  if (!publicOrigin && (production || host !== 'loopback'))
    log.warn({ origin }, 'PUBLIC_ORIGIN is not set: links, logins and calls work at this address alone')
  return origin
}

interface ProbeDeps {
  config: Config
  pool: Pool
  watch: ReturnType<typeof createObservability>
  domains: ParleyServer['domains']
  optionalChecks: OptionalChecks
  openSockets(): number
}

/** What the operator's tools ask: whether it works, and its figures. */
function probes({ config, pool, watch, domains, optionalChecks, openSockets }: ProbeDeps): Routes {
  return healthRoutes({
    checks: {
      database: async () => (await pool.query('select 1')).rowCount === 1,
      video: async () => (await domains.video.health()).ok,
    },
    optionalChecks: {
      ...forReadiness(optionalChecks),
      bus: async () => domains.bus.isWell(),
      calls: () => monitorsAllRooms(domains.video),
    },
    metrics: watch.metrics(config.metricsToken, async () => ({
      ...(await domains.figures()),
      parley_bus_well: domains.bus.isWell() ? 1 : 0,
      parley_keys_unwrapped: domains.accounts.secrets.unencrypted(),
      parley_sockets_open: openSockets(),
    })),
  })
}

function siteFacts(
  config: Config,
  payment: StripeSettings,
  origin: string,
): Omit<PublicData['site'], 'socialNetworks'> {
  return {
    paymentProvider: payment.provider,
    publishableKey: payment.publishableKey,
    origin,
    feePercent: config.feeBasisPoints / 100,
    releaseAfterHours: config.releaseAfterHours,
    ...(config.sentryDsn ? { errorReportsDsn: config.sentryDsn } : {}),
    ...videoOriginOf(config),
  }
}

async function doAllDueWork(domains: ParleyServer['domains'], sandbox: StripeSandbox | null): Promise<void> {
  for (let round = 0; round < WORK_ROUNDS_MAX; round++) {
    await domains.applyDue()
    await domains.outbox.drain()
    const delivered = await sandbox?.deliverDueWebhooks()
    if (!delivered) return
  }
}

async function paymentSettings(
  config: Config,
  open: () => ReturnType<typeof openSandbox>,
): Promise<{ sandbox: StripeSandbox | null; settings: StripeSettings }> {
  const { stripe } = config
  switch (stripe.provider) {
    case 'sandbox': {
      const { sandbox, settings } = await open()
      const { apiBase } = stripe
      return { sandbox, settings: apiBase ? { ...settings, apiBase: () => apiBase } : settings }
    }
    case 'stripe': {
      const { apiBase } = stripe
      return { sandbox: null, settings: { ...stripe, apiBase: apiBase ? () => apiBase : undefined } }
    }
  }
}

/** A room without a monitor of ours is no call: its time does not count. */
async function monitorsAllRooms(video: ParleyServer['domains']['video']): Promise<boolean> {
  return !(await video.health()).figures.roomsUnmonitored
}
