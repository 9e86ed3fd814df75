import { MESSAGE_ERROR, MESSAGE_SESSION } from '@parley/contract'
import type { PersonSocket } from '../../realtime/person-socket.ts'
import type { Channel } from '../../realtime/upgrade.ts'
import type { CallSubject } from '../requests/public.ts'
import { type CallPresence, sendStats } from './call-presence.ts'
import { issueTicket, type TicketDeps } from './issue-ticket.ts'
import { closeCodeOf, denialOf, opensLater } from './joining.ts'

export interface ChatDeps extends TicketDeps {
  presence: CallPresence
}

const reasons = {
  unknown: 'there is no such call',
  stranger: 'this call is not yours',
  unpaid: 'this has not been paid',
  over: 'this call is over',
} as const

/** `/chat/{slug}/` and its twin `/paidchat/{slug}/`: whoever is a party gets in by either, and their side is the server's to say. */
export function chatChannel(deps: ChatDeps, name: 'chat' | 'paidchat'): Channel {
  return {
    name,
    async admit(person, slug) {
      const subject = await deps.subjects.find({ slug })
      const denial = await denialFor(deps, subject, person.id)
      // Too early is no reason to be turned away: the page waits and asks again.
      if (subject && (!denial || denial.why === 'not-open-yet')) {
        return { enter: socket => enter(deps, subject, socket) }
      }
      const why = denial && denial.why !== 'not-open-yet' ? denial.why : 'unknown'
      return { code: closeCodeOf[why], reason: reasons[why] }
    },
  }
}

async function denialFor(deps: ChatDeps, subject: CallSubject | null, personId: string) {
  const usedMs = subject ? await deps.callClock.usedMs(subject.requestId) : 0
  return denialOf(subject, { personId, usedMs, now: deps.clock.now() })
}

/** Seats the socket first: whatever it asks is answered after older tabs of the same person are out. */
function enter(deps: ChatDeps, subject: CallSubject, socket: PersonSocket): void {
  const fail = (error: unknown) => {
    deps.log.error({ err: error, roomId: subject.requestId }, 'a question on a call socket failed')
    socket.send({ handler: MESSAGE_ERROR, messages: ['Something went wrong.'] })
  }
  let turn = seat(deps, subject, socket).catch(fail)
  socket.onQuestion(() => {
    turn = turn.then(() => answerSession(deps, subject.requestId, socket)).catch(fail)
  })
}

async function seat(deps: ChatDeps, subject: CallSubject, socket: PersonSocket): Promise<void> {
  await deps.presence.enter(subject, socket)
  sendStats(socket, await deps.callClock.stats(subject))
}

/** Answers `get_session`; the host, protocol and type it may carry are not believed. */
async function answerSession(deps: ChatDeps, requestId: string, socket: PersonSocket): Promise<void> {
  const subject = await deps.subjects.find({ requestId })
  const denial = await denialFor(deps, subject, socket.person.id)
  if (denial?.why === 'not-open-yet') {
    socket.send({ handler: MESSAGE_ERROR, messages: [opensLater(denial.opensAt)] })
  } else if (denial || !subject) {
    const why = denial?.why ?? 'unknown'
    socket.close(closeCodeOf[why], reasons[why])
  } else {
    const ticket = await issueTicket(deps, { subject, person: socket.person })
    socket.send({ handler: MESSAGE_SESSION, ...ticket })
  }
}

/** `/stream/{slug}/` keeps its shape while no event can be streamed: every room is unknown. */
export function streamChannel(): Channel {
  return {
    name: 'stream',
    admit: async () => ({ code: closeCodeOf.unknown, reason: 'there is no such event' }),
  }
}
