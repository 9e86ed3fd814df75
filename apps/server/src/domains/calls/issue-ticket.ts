import type { CallTicket } from '@parley/contract'
import type { Person } from '../accounts/public.ts'
import type { CallSubject } from '../requests/public.ts'
import type { CallClock } from './call-clock.ts'
import type { CallsDeps } from './deps.ts'
import type { LoginWatch } from './login-watch.ts'
import { JOIN_TTL_MAX_MS } from './video-provider.ts'

export interface TicketDeps extends CallsDeps {
  callClock: CallClock
  logins: LoginWatch
}

/** Where and with what a party joins the video room; whether they may was decided by the caller. */
export async function issueTicket(
  { video, callClock, logins }: TicketDeps,
  { subject, person }: { subject: CallSubject; person: Person },
): Promise<CallTicket> {
  const room = callClock.watch(subject)
  logins.noteJoin(room.id, person)
  const ticket = await video.issueJoin({
    roomId: room.id,
    identity: person.id,
    kind: 'call',
    canPublish: true,
    canSubscribe: true,
    expiresInMs: JOIN_TTL_MAX_MS,
  })
  return {
    token: ticket.token,
    session: ticket.room,
    url: ticket.url,
    provider: ticket.provider,
    is_influencer: person.id !== subject.buyer.id,
  }
}
