import { HOUR_MS } from '@parley/contract'
import type { Config } from '../config.ts'
import { batchLookups } from '../core/batch-lookups.ts'
import type { MovableClock } from '../core/clock.ts'
import type { Core, Log } from '../core/core.ts'
import type { Domain } from '../core/domain.ts'
import type { Db } from '../db/client.ts'
import { eachAlone } from '../db/each-of.ts'
import {
  type AccountsDeps,
  activeLogins,
  ageStatesTogether,
  createAccounts,
  type HashCost,
  linkTokens,
} from '../domains/accounts/public.ts'
import {
  type Bus,
  type Calls,
  type CallsDeps,
  createCalls,
  createCallTime,
  endReportedCalls,
  isRoomCounted,
  leaveCallsWith,
  publishLine,
  type RoomSubjects,
  reportableLine,
  reportableQuestion,
  roomSubjects,
  roomWork,
  type VideoProvider,
} from '../domains/calls/public.ts'
import { createDiscovery } from '../domains/discovery/public.ts'
import { createLiveEvents, type LiveEventsDeps, reportableEvent } from '../domains/live-events/public.ts'
import type { MailSender } from '../domains/notifications/mail-sender.ts'
import { createNotifications, mailsAbout } from '../domains/notifications/public.ts'
import { createPayments, listCards } from '../domains/payments/public.ts'
import { createPayouts } from '../domains/payouts/public.ts'
import {
  createImageMaker,
  createKeepsakeMaker,
  createProfiles,
  type ImageMaker,
  influencerProfiles,
  type ProfilesDeps,
} from '../domains/profiles/public.ts'
import { createQueue, dropLine, placesInLine, type QueueDeps, turnRooms } from '../domains/queue/public.ts'
import {
  blockEffects,
  type Conceding,
  checkHolds,
  concedeByStaff,
  countPlaces,
  createRequests,
  type GivingByStaff,
  giveBackByStaff,
  hasUnclaimedLink,
  haveSharedRequest,
  type RequestsDeps,
  reportableRequest,
  type SendingByStaff,
  type Settling,
  sendPackByStaff,
  servedSlotStarts,
  settleProblem,
} from '../domains/requests/public.ts'
import { apartFromEach, areApart, createSafety, type SafetyDeps } from '../domains/safety/public.ts'
import { createSchedule } from '../domains/schedule/public.ts'
import { createStaff, isStaff } from '../domains/staff/public.ts'
import type { LimitOf } from '../http/rate-limits.ts'
import { inStages } from '../jobs/in-stages.ts'
import { createOutbox } from '../jobs/outbox.ts'
import { removeDoneWork } from '../jobs/remove-done-work.ts'
import { drawDocument } from '../providers/documents-pdfkit/draw-document.ts'
import type { StripeProvider } from '../providers/payments-stripe/index.ts'
import { createSocialNetworks, type SocialSettings } from '../providers/social-openid-client/index.ts'
import { prefixed } from '../telemetry/metrics-text.ts'
import { agesOf, guessing, openSecrets } from './accounts.ts'
import { openBus } from './bus.ts'
import { openImages } from './images.ts'
import type { Measured } from './observability.ts'
import { personalData } from './personal-data.ts'
import { rulesOfTime } from './rules-of-time.ts'
import { openVideo } from './video.ts'

export interface WiringDeps {
  config: Config
  db: Db
  clock: MovableClock
  log: Log
  publicOrigin: string
  provider: StripeProvider
  mailSender: MailSender
  measured: Measured
  /** Called for all work that is written into the outbox. */
  onWork: (topic: string, payload: object) => void
  limitOf: LimitOf
  social: SocialSettings
  passwordCost: HashCost | undefined
  imageMaker: ImageMaker | undefined
}

/** Every domain with its ports filled in. */
export async function wireDomains(deps: WiringDeps) {
  const { config, db, clock, log, publicOrigin, provider, mailSender, limitOf } = deps
  const outbox = createOutbox({ db, clock, log, onWritten: deps.onWork })
  const core: Core = { db, clock, log, outbox, publicOrigin }
  const sharesRequest = (one: string, other: string) => haveSharedRequest(db, one, other)
  const apart = (one: string, other: string) => areApart(db, one, other)
  const imageFiles = await openImages(config)
  const profiles: ProfilesDeps = {
    ...core,
    images: deps.measured('pictures', imageFiles.store),
    prepareImage: deps.imageMaker ?? createImageMaker(),
    feePercent: config.feeBasisPoints / 100,
    sharesRequest,
    areApart: apart,
  }
  const callTime = createCallTime()
  const liveEvents: LiveEventsDeps = { ...profiles, ...eventFacts(config, callTime, () => requests) }
  const { bus: openedBus, hitCounts } = await openBus(config, log)
  const secrets = await openSecrets(db, config, log)
  const accounts: AccountsDeps = {
    ...core,
    secrets,
    ...guessing({ passwordCost: deps.passwordCost, config, hitCounts, secrets, publicOrigin }),
    influencerProfiles: influencerProfiles(profiles),
    cardsOf: userId => listCards(db, userId, clock.now()),
    sharesRequest,
    areApart: apart,
    isStaff,
    socialNetworks: createSocialNetworks(deps.social),
    ...personalData(() => ({ domains, requests })),
    demoLogins: config.production ? 'refused' : 'allowed',
  }
  const payments = { ...core, payments: provider, cards: provider, payouts: provider, books: provider }
  const requests = {
    ...{ ...payments, limitOf, callTime, mailsAbout, drawDocument, minAge: config.minAge },
    schedule: { ...payments, sharesRequest, areApart: apart, servedStarts: servedSlotStarts },
    ...{ ...placesInLine({ clock, callTime }), feeBasisPoints: config.feeBasisPoints },
    ...{ releaseAfterMs: config.releaseAfterHours * HOUR_MS, linkTokens: linkTokens(secrets.device) },
  }
  const bus = deps.measured('bus', openedBus)
  const openedVideo = await openVideo({
    config,
    tokenKeys: () => secrets.videoToken.all(),
    publicOrigin,
    now: () => clock.now().getTime(),
    log,
    bus,
    isCounted: roomId => isRoomCounted(db, roomId),
  })
  const video = deps.measured('video', openedVideo.video)
  const lines: QueueDeps = { ...core, requests, liveEvents, ...immediateEffects(bus, () => calls) }
  const roomDomains = { db, requests, liveEvents, turns: turnRooms(lines) }
  const [subjects, ageOf] = [roomSubjects(roomDomains), ageStatesTogether(accounts)]
  const calls = createCalls({
    ...{ ...core, clock, video, bus, subjects, makeKeepsake: createKeepsakeMaker() },
    ageStateOf: ageOf,
    ...peopleOfCalls(db),
  })

  const safety: SafetyDeps = {
    ...core,
    blockEffects: pair => blockEffects(requests, pair),
    ...{ sharesRequest, personChanged: accounts.influencerProfiles.personChanged },
    ...reportables({ db, bus, subjects }),
    leaveCalls: pair => leaveCallsWith({ db, calls }, pair),
    endReportedCalls: pair => endReportedCalls({ db, requests, calls }, pair),
    chatLines: requestId => calls.chatLines(requestId),
  }

  // From low to high: rules of time are applied in this order.
  const domains: readonly Domain[] = [
    createAccounts(accounts, limitOf),
    createSafety(safety, limitOf),
    createProfiles(profiles, { pictures: imageFiles.check }),
    createPayments({ ...payments, limitOf, accounts }),
    createSchedule(requests.schedule),
    createPayouts({ ...payments, limitOf, accounts }),
    createLiveEvents(liveEvents),
    createDiscovery(liveEvents, limitOf),
    createRequests(requests, { accounts, discovery: liveEvents }),
    calls,
    createQueue({ ...lines, calls, counts: hitCounts }),
    createNotifications({ ...core, ...requests, mailSender, mailFrom: config.mail.from }),
    createStaff({ ...safety, ...deskOf(requests), ...agesOf(config) }),
  ]
  for (const each of domains.flatMap(domain => domain.work)) outbox.on(each)
  for (const each of roomWork({ ...roomDomains, calls })) outbox.on(each)

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
    routes: [...domains.flatMap(domain => domain.routes), ...openedVideo.routes],
    checks: Object.fromEntries(domains.flatMap(domain => Object.entries(domain.checks))),
    rawSockets: openedVideo.rawSockets,
    signalWorkers: openedVideo.signalWorkers,
    applyDue: rulesOfTime({ db, clock, calls, domains }),
    /** Takes away expired logins, work done long ago and the files that a crash left. */
    async cleanUp(): Promise<void> {
      await eachAlone([...domains.map(domain => () => domain.cleanUp()), () => removeDoneWork(core)])
    },
    figures: () => figuresOf(video, calls),
    close: () =>
      inStages(log, [
        { video: () => video.close() },
        { bus: () => bus.close(), images: () => imageFiles.close() },
      ]),
  }
}

/** The immediate effects of a change of a line; the calls are created after the lines, which need them. */
const immediateEffects = (bus: Bus, calls: () => Calls) => ({
  publishLine: (eventId: string) => publishLine(bus, eventId),
  admitEarly: (placeId: string) => calls().admitEarly(placeId),
  closeTurn: (placeId: string) => calls().onRoomChanged(placeId),
  closeEarlyRoom: (placeId: string) => calls().closeEarlyRoom(placeId),
})

/** What the events ask of higher domains, and the age from which somebody may hold one. */
const eventFacts = (
  { minAge }: Config,
  { airtime }: ReturnType<typeof createCallTime>,
  requests: () => RequestsDeps,
) => ({
  ...{ placesHeld: countPlaces, airtime, dropLine, minAge },
  checkHolds: (requestIds: readonly string[]) => checkHolds(requests(), requestIds),
})

/** What the calls ask of lower domains about people. */
function peopleOfCalls(db: Db): Pick<CallsDeps, 'apartFrom' | 'activeLogins'> {
  const apart = batchLookups<Set<string>>(people => apartFromEach(db, people))
  return {
    apartFrom: async personId => (await apart(personId)) ?? new Set(),
    activeLogins: loginIds => activeLogins(db, loginIds),
  }
}

/** What somebody may report beside a person, from the domains that have it. */
const reportables = (at: {
  db: Db
  bus: Bus
  subjects: RoomSubjects
}): Pick<
  SafetyDeps,
  'hasUnclaimedLink' | 'reportableEvent' | 'reportableRequest' | 'reportableQuestion' | 'reportableLine'
> => ({
  hasUnclaimedLink: userId => hasUnclaimedLink(at.db, userId),
  reportableRequest: (idOrSlug, reporterId) => reportableRequest(at.db, idOrSlug, reporterId),
  reportableEvent: idOrSlug => reportableEvent(at.db, idOrSlug),
  reportableQuestion: (id, reporterId) => reportableQuestion(at, id, reporterId),
  reportableLine: (id, reporterId) => reportableLine(at, id, reporterId),
})

/** The acts of staff that are operations of the requests domain. */
const deskOf = (requests: RequestsDeps) => ({
  callTime: requests.callTime,
  releaseAfterMs: requests.releaseAfterMs,
  settleProblem: (settling: Settling) => settleProblem(requests, settling),
  sendPackByStaff: (sending: SendingByStaff) => sendPackByStaff(requests, sending),
  concedeByStaff: (conceding: Conceding) => concedeByStaff(requests, conceding),
  giveBackByStaff: (giving: GivingByStaff) => giveBackByStaff(requests, giving),
})

/** What is measured of media and calls. */
async function figuresOf(video: VideoProvider, calls: Calls): Promise<Record<string, number>> {
  const media = (await video.health()).figures
  return { ...prefixed('parley_video_', media), ...prefixed('parley_', calls.metrics()) }
}
