import { invariant } from '../../core/invariant.ts'
import type { MAIL_TOPIC } from '../../core/mail-topic.ts'
import { findRequest, type NamedRequest } from '../requests/public.ts'
import {
  accountDeletedLetter,
  emailAskedLetter,
  emailChangedLetter,
  emailConfirmLetter,
  emailProofLetter,
  ownPath,
  passwordResetLetter,
  stepUpCodeLetter,
} from './account-letters.ts'
import type { NotificationsDeps } from './deps.ts'
import { disputeLostLetter, disputeOpenedLetter, payoutsStoppedLetter } from './earnings-letters.ts'
import { notAttendingLetter } from './gift-letters.ts'
import { refundReturnedLetter } from './request-letters.ts'
import { sendMail } from './send-mail.ts'

type AskedMail = ReturnType<typeof MAIL_TOPIC.parse>

/** Sends the mail that a lower domain asked for by name; once for each piece of work. */
export async function mailAskedFor(deps: NotificationsDeps, work: AskedMail, workId: string): Promise<void> {
  const { userId } = work
  switch (work.template) {
    case 'password-reset': {
      const letter = passwordResetLetter(ownPath(work.data.link, deps.publicOrigin))
      return sendMail(deps, { kind: 'password_reset', userId, about: workId, letter })
    }
    case 'email-proof': {
      const letter = emailProofLetter(ownPath(work.data.link, deps.publicOrigin))
      return sendMail(deps, { kind: 'email_proof', userId, about: workId, letter })
    }
    case 'step-up-code': {
      const letter = stepUpCodeLetter(work.data.code)
      return sendMail(deps, { kind: 'step_up_code', userId, about: workId, letter })
    }
    case 'email-confirm': {
      const { to, link } = work.data
      const letter = emailConfirmLetter(ownPath(link, deps.publicOrigin))
      return sendMail(deps, { kind: 'email_confirm', userId, about: workId, letter, to })
    }
    case 'email-asked': {
      const { to, newEmail, link } = work.data
      const letter = emailAskedLetter({ newEmail, path: ownPath(link, deps.publicOrigin) })
      return sendMail(deps, { kind: 'email_asked', userId, about: workId, letter, to })
    }
    case 'email-changed': {
      const { to, newEmail, link } = work.data
      const letter = emailChangedLetter({ newEmail, path: ownPath(link, deps.publicOrigin) })
      return sendMail(deps, { kind: 'email_changed', userId, about: workId, letter, to })
    }
    case 'account-deleted': {
      const { to: email, firstName, until } = work.data
      // Work that is done keeps no words: a mail server that is away for days does not keep an address here.
      if (deps.clock.now().getTime() > Date.parse(until)) return
      const [letter, leaver] = [accountDeletedLetter(), { email, firstName }]
      return sendMail(deps, { kind: 'account_deleted', userId, about: workId, letter, leaver })
    }
    case 'payouts-stopped': {
      const letter = payoutsStoppedLetter(work.data.requirements)
      return sendMail(deps, { kind: 'payouts_stopped', userId, about: workId, letter })
    }
    case 'dispute-opened': {
      const letter = disputeOpenedLetter(await requestOf(deps, work.data.requestId))
      return sendMail(deps, { kind: 'dispute_opened', userId, about: workId, letter })
    }
    case 'not-attending': {
      const letter = notAttendingLetter(await requestOf(deps, work.data.requestId))
      return sendMail(deps, { kind: 'not_attending', userId, about: workId, letter })
    }
    case 'refund-returned': {
      const letter = refundReturnedLetter(await requestOf(deps, work.data.requestId), work.data.pence)
      return sendMail(deps, { kind: 'refund_returned', userId, about: workId, letter })
    }
    case 'dispute-lost': {
      const letter = disputeLostLetter(await requestOf(deps, work.data.requestId))
      return sendMail(deps, { kind: 'dispute_lost', userId, about: workId, letter })
    }
  }
}

async function requestOf(deps: NotificationsDeps, requestId: string): Promise<NamedRequest> {
  const request = await findRequest(deps.db, requestId)
  invariant(request, 'a request is never deleted')
  return request
}
