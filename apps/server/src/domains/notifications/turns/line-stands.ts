import { listTurns } from '../../queue/public.ts'
import { findRequest } from '../../requests/public.ts'
import type { NotificationsDeps } from '../deps.ts'
import { updateTurnInvitation } from '../invitations/event-invitations.ts'
import { sendMail } from '../send-mail.ts'
import { turnTimeMail } from './turn-mails.ts'

/** Mails everybody in a line their number and the estimated start of their turn; safe to repeat. */
export async function mailLine(deps: NotificationsDeps, { eventId }: { eventId: string }): Promise<void> {
  const places = (await listTurns(deps.db, eventId)).map(id => ({ id, eventId }))
  const turns = await deps.turnsOf(deps.db, places)
  for (const { id } of places) {
    const turn = turns.get(id)
    const request = await findRequest(deps.db, id)
    if (!request || turn?.state !== 'waiting' || turn.number === null) continue
    const template = turnTimeMail(request, turn)
    await sendMail(deps, { kind: 'turn_time', userId: request.row.buyerId, about: id, template })
    await updateTurnInvitation(deps, request, turn)
  }
}
