import type { Config } from '../config.ts'
import type { MovableClock } from '../core/clock.ts'
import type { Core, Log } from '../core/core.ts'
import { workOf } from '../core/topic.ts'
import type { Db } from '../db/client.ts'
import { type AccountsDeps, proveAgain, removeExpired, standingLogins } from '../domains/accounts/public.ts'
import { createCalls, isRoomCounted } from '../domains/calls/public.ts'
import { createSharePictures, profilePageRoutes } from '../domains/discovery/public.ts'
import { exploreRoutes } from '../domains/discovery/routes.ts'
import { sharePictureRoutes } from '../domains/discovery/share-picture-routes.ts'
import { siteMapRoutes } from '../domains/discovery/site-map-routes.ts'
import { liveEventRoutes } from '../domains/live-events/public.ts'
import type { MailSender } from '../domains/notifications/mail-sender.ts'
import { notificationWork } from '../domains/notifications/public.ts'
import { listCards, paymentWork } from '../domains/payments/public.ts'
import { paymentRoutes } from '../domains/payments/routes.ts'
import { payoutRoutes, payoutWork } from '../domains/payouts/public.ts'
import { pictureRoutes } from '../domains/profiles/picture-routes.ts'
import {
  createPictureMaker,
  influencerProfiles,
  PICTURE_REPLACED,
  type ProfilesDeps,
  removeAbandonedPictures,
  removeReplacedPicture,
} from '../domains/profiles/public.ts'
import { ownRequestRoutes } from '../domains/requests/me-routes.ts'
import { earningsRoutes } from '../domains/requests/money/earnings-routes.ts'
import {
  giftRoutes,
  haveSharedRequest,
  placeRoutes,
  prepaidRoutes,
  requestPaymentWork,
  requestRoutes,
} from '../domains/requests/public.ts'
import { scheduleRoutes } from '../domains/schedule/public.ts'
import type { Routes } from '../http/app-type.ts'
import type { LimitOf } from '../http/rate-limits.ts'
import { createOutbox } from '../jobs/outbox.ts'
import { removeDoneWork } from '../jobs/remove-done-work.ts'
import type { StripeProvider } from '../providers/payments-stripe/index.ts'
import { createSocialNetworks, type SocialSettings } from '../providers/social-openid-client/index.ts'
import { accountRoutesOf, accountWork, guessing, openSecrets, ownUser } from './accounts.ts'
import { openBus } from './bus.ts'
import { eventWork, liveEventsDeps, roomSubjects } from './live-events.ts'
import type { Measured } from './observability.ts'
import { personalData } from './personal-data.ts'
import { openPictures } from './pictures.ts'
import { createRequestsDeps } from './requests.ts'
import { rulesOfTime } from './rules-of-time.ts'
import { openVideo } from './video.ts'

export interface WiringParts {
  config: Config
  db: Db
  clock: MovableClock
  log: Log
  publicOrigin: string
  provider: StripeProvider
  mailSender: MailSender
  measured: Measured
  /** Told of all work that is written into the outbox. */
  onWork: (topic: string, payload: object) => void
  limitOf: LimitOf
  social: SocialSettings
}

/** Every domain with its ports filled in. */
export async function wireDomains(parts: WiringParts) {
  const { config, db, clock, log, publicOrigin, provider, mailSender, limitOf } = parts
  const outbox = createOutbox({ db, clock, log, onWritten: parts.onWork })
  const core: Core = { db, clock, log, outbox, publicOrigin }
  const sharesRequest = (one: string, other: string) => haveSharedRequest(db, one, other)

  const pictureFiles = await openPictures(config)
  const profiles: ProfilesDeps = {
    ...core,
    pictures: parts.measured('pictures', pictureFiles.store),
    preparePicture: createPictureMaker(),
    feePercent: config.feeBasisPoints / 100,
    sharesRequest,
  }
  const liveEvents = liveEventsDeps(profiles)
  const { bus: openedBus, hitCounts } = await openBus(config, log)
  const secrets = await openSecrets(db, config)
  const accounts: AccountsDeps = {
    ...core,
    secrets,
    ...guessing({ config, hitCounts, secrets, publicOrigin }),
    influencerProfiles: influencerProfiles(profiles),
    cardsOf: userId => listCards(db, userId, clock.now()),
    sharesRequest,
    socialNetworks: createSocialNetworks(parts.social),
    ...personalData(() => ({ requests, profiles })),
    demoLogins: config.production ? 'refused' : 'allowed',
  }
  const payments = { ...core, payments: provider, cards: provider, payouts: provider, books: provider }
  const requests = createRequestsDeps({ accounts, discovery: liveEvents, payments, config, limitOf })
  const bus = parts.measured('bus', openedBus)
  const openedVideo = openVideo({
    config,
    tokenSecret: secrets.videoToken.export().toString('base64'),
    publicOrigin,
    now: () => clock.now().getTime(),
    log,
    bus,
    isCounted: roomId => isRoomCounted(db, roomId),
  })
  const video = parts.measured('video', openedVideo.video)
  const calls = createCalls({
    ...core,
    video,
    bus,
    subjects: roomSubjects({ db, requests, liveEvents }),
    standingLogins: loginIds => standingLogins(db, loginIds),
  })

  const work = [
    ...paymentWork(payments),
    ...payoutWork(payments),
    ...requestPaymentWork(requests),
    ...calls.work,
    ...accountWork(accounts),
    ...eventWork({ db, requests, liveEvents, calls }),
    ...notificationWork({ ...core, mailSender, later: outbox }),
    workOf(PICTURE_REPLACED, picture => removeReplacedPicture(profiles, picture)),
  ]
  for (const each of work) outbox.on(each)

  const routes: Routes[] = [
    ...accountRoutesOf(accounts, limitOf),
    profilePageRoutes(liveEvents, limitOf),
    pictureRoutes(profiles.pictures),
    liveEventRoutes(liveEvents),
    exploreRoutes(liveEvents),
    siteMapRoutes(liveEvents),
    sharePictureRoutes(createSharePictures(liveEvents)),
    scheduleRoutes(requests.schedule),
    placeRoutes(requests),
    paymentRoutes({ ...payments, limitOf, ownUser: userId => ownUser(accounts, userId) }),
    requestRoutes(requests),
    ownRequestRoutes(requests),
    earningsRoutes(requests),
    payoutRoutes({ ...payments, limitOf, proveAgain: input => proveAgain(accounts, input) }),
    prepaidRoutes(requests),
    giftRoutes(requests),
    calls.routes,
    ...openedVideo.routes,
  ]
  return {
    accounts,
    profiles,
    liveEvents,
    requests,
    calls,
    video,
    bus,
    hitCounts,
    outbox,
    routes,
    checkPictures: pictureFiles.check,
    rawSockets: openedVideo.rawSockets,
    signalWorkers: openedVideo.signalWorkers,
    applyDue: rulesOfTime({ clock, calls, requests, liveEvents }),
    /** Takes away expired logins, work done long ago and the files that a crash left. */
    async cleanUp(): Promise<void> {
      await removeExpired(accounts)
      await removeDoneWork(core)
      await removeAbandonedPictures(profiles)
    },
    async figures(): Promise<Record<string, number>> {
      const media = (await video.health()).figures
      return { ...prefixed('parley_video_', media), ...prefixed('parley_', calls.metrics()) }
    },
    async close() {
      await video.close()
      await bus.close()
      pictureFiles.close()
    },
  }
}

/** Figure names as Prometheus writes them. */
function prefixed(prefix: string, figures: Record<string, number>): Record<string, number> {
  const named = Object.entries(figures).map(([name, value]) => {
    const snake = name
      .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
      .toLowerCase()
      .replace(/[^a-z0-9_]/g, '_')
    return [`${prefix}${snake}`, value] as const
  })
  return Object.fromEntries(named)
}
