import { type MonitoredParticipant, PARTICIPANT_ATTRIBUTES } from '@parley/media'
import { type ParticipantInfo, WebhookReceiver } from 'livekit-server-sdk'
import { refuse } from '../../core/refusal.ts'
import type { App } from '../../http/app-type.ts'
import type { LivekitOptions } from './options.ts'

const BODY_MAX_BYTES = 100_000
/** LiveKit retries for some minutes; an older webhook was stored and replayed. */
const STALE_AFTER_MS = 300_000
/** How far LiveKit's clock may be ahead of ours: its signature begins to be valid in the second in which it is made. */
const CLOCKS_DIFFER_MAX_SECONDS = 10

/** What a webhook says, as far as it is of use here. */
export type WebhookNews =
  | { type: 'joined'; roomId: string; person: MonitoredParticipant }
  | { type: 'left'; roomId: string; identity: string; sid: string }
  | { type: 'closed'; roomId: string; roomSid: string }

/**
 * LiveKit's webhook: signed over its exact bytes, refused if forged or too old. Each names a participation or a room
 * that never returns, so each has its effect once, in any number and order.
 */
export function webhookRoutes(
  { apiKey, apiSecret, log }: Pick<LivekitOptions, 'apiKey' | 'apiSecret' | 'log'>,
  onNews: (news: WebhookNews) => void,
) {
  const receiver = new WebhookReceiver(apiKey, apiSecret)

  async function read(body: unknown, signature: string | undefined) {
    if (!Buffer.isBuffer(body) || !signature) throw refuse.invalid('This is not a signed event of LiveKit')
    return receiver.receive(body.toString(), signature, false, CLOCKS_DIFFER_MAX_SECONDS).catch(() => {
      log.warn({}, 'an event that LiveKit did not sign was refused')
      throw refuse.invalid('This is not a signed event of LiveKit')
    })
  }

  return (app: App): void => {
    app.register(async plugin => {
      const scope = plugin as unknown as App
      scope.removeAllContentTypeParsers()
      scope.addContentTypeParser(
        '*',
        { parseAs: 'buffer', bodyLimit: BODY_MAX_BYTES },
        (_request, body, done) => done(null, body),
      )
      scope.post(
        '/api/webhooks/livekit/',
        { config: { policy: 'signed' }, schema: { hide: true } },
        async request => {
          const event = await read(request.body, request.headers.authorization)
          // By the machine's clock, as LiveKit's own: the application's may be moved.
          if (Date.now() - Number(event.createdAt) * 1_000 > STALE_AFTER_MS) {
            throw refuse.invalid('This event is too old')
          }
          const news = newsOf(event)
          if (news) onNews(news)
          return { received: true }
        },
      )
    })
  }
}

function newsOf(event: Awaited<ReturnType<WebhookReceiver['receive']>>): WebhookNews | null {
  const roomId = event.room?.name
  if (!roomId) return null
  if (event.event === 'room_finished') return { type: 'closed', roomId, roomSid: event.room?.sid ?? '' }
  const { participant } = event
  if (!participant || participant.permission?.hidden) return null
  if (event.event === 'participant_left' || event.event === 'participant_connection_aborted') {
    return { type: 'left', roomId, identity: participant.identity, sid: participant.sid }
  }
  // Without the ticket in its attributes it says nothing that could be judged.
  const hasTicket = participant.attributes[PARTICIPANT_ATTRIBUTES.ticket] !== undefined
  return event.event === 'participant_joined' && hasTicket
    ? { type: 'joined', roomId, person: personOf(participant) }
    : null
}

const ACTIVE = 2

function personOf({
  identity,
  sid,
  version,
  attributes,
  permission,
  state,
}: ParticipantInfo): MonitoredParticipant {
  return {
    identity,
    sid,
    version,
    attributes,
    canPublish: permission?.canPublish ?? false,
    canSubscribe: permission?.canSubscribe ?? false,
    isConnected: state === ACTIVE,
    // Who joins sends nothing yet; the monitor sees what they send.
    isMisnaming: false,
  }
}
