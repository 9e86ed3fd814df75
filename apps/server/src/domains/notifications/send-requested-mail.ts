import { invariant } from '../../core/invariant.ts'
import type { MAIL_TOPIC } from '../../core/mail-topic.ts'
import { findRequest, type NamedRequest } from '../requests/public.ts'
import {
  accountDeletedMail,
  emailChangedMail,
  emailChangeRequestedMail,
  emailConfirmMail,
  emailProofMail,
  factorNewsMail,
  factorsLostMail,
  loginNewsMail,
  ownPath,
  passwordResetMail,
  stepUpCodeMail,
} from './account-mails.ts'
import type { NotificationsDeps } from './deps.ts'
import {
  disputeLostMail,
  disputeOpenedMail,
  fraudWarnedMail,
  inquiryMail,
  payoutAccountMail,
  payoutsStoppedMail,
  saleTermsMail,
} from './earnings-mails.ts'
import { notAttendingMail } from './gift-mails.ts'
import { withdrawInvitation } from './invitations/invitation-mails.ts'
import { givenBackMail, problemOpenedMail, problemSettledMail, saleGivenBackMail } from './problem-mails.ts'
import { refundReturnedMail } from './request-mails.ts'
import {
  appealUpheldMail,
  appealWonLateMail,
  birthDateCorrectedMail,
  casesWaitMail,
  reportDecidedMail,
  suspendedMail,
  suspensionLiftedMail,
} from './safety-mails.ts'
import { sendMail } from './send-mail.ts'
import { mailIdsOf } from './store.ts'
import { sendCrewMail } from './turns/crew-mails.ts'

type RequestedMail = ReturnType<typeof MAIL_TOPIC.parse>
type AboutRequest = Extract<RequestedMail, { data: { requestId: string } }>
type AboutCase = Extract<
  RequestedMail,
  {
    template:
      | 'appeal-upheld'
      | 'appeal-won-late'
      | 'birth-date-corrected'
      | 'cases-wait'
      | 'report-decided'
      | 'suspended'
      | 'suspension-lifted'
  }
>

/**
 * Sends the mail that a lower domain requested by its template; once for each piece of work. Here are the mails about
 * one request; two functions below have all others.
 */
export async function sendRequestedMail(
  deps: NotificationsDeps,
  work: RequestedMail,
  workId: string,
): Promise<void> {
  const { userId } = work
  switch (work.template) {
    case 'dispute-opened': {
      const { requestId, until, bank } = work.data
      const answer = until ? new Date(until) : bank === 'takes_no_answer' ? 'none' : null
      const request = await requestOf(deps, requestId)
      const template =
        bank === 'only_asks' ? inquiryMail(request, answer) : disputeOpenedMail(request, answer)
      return sendMail(deps, { kind: 'dispute_opened', userId, about: workId, template })
    }
    case 'fraud-warned': {
      const template = fraudWarnedMail(await requestOf(deps, work.data.requestId), work.data.kind)
      return sendMail(deps, { kind: 'fraud_warned', userId, about: workId, template })
    }
    case 'dispute-lost': {
      const template = disputeLostMail(await requestOf(deps, work.data.requestId), work.data.by)
      return sendMail(deps, { kind: 'dispute_lost', userId, about: workId, template })
    }
    case 'not-attending': {
      const request = await requestOf(deps, work.data.requestId)
      const template = notAttendingMail(request)
      await sendMail(deps, { kind: 'not_attending', userId, about: workId, template })
      return withdrawInvitation(deps, { request, userId, about: workId })
    }
    case 'problem-opened': {
      const template = problemOpenedMail(await requestOf(deps, work.data.requestId), userId)
      return sendMail(deps, { kind: 'problem_opened', userId, about: workId, template })
    }
    case 'problem-settled': {
      const template = problemSettledMail(await requestOf(deps, work.data.requestId), work.data.pence)
      return sendMail(deps, { kind: 'problem_settled', userId, about: workId, template })
    }
    case 'given-back': {
      const template = givenBackMail(await requestOf(deps, work.data.requestId), work.data.pence)
      return sendMail(deps, { kind: 'given_back', userId, about: workId, template })
    }
    case 'sale-given-back': {
      const template = saleGivenBackMail(await requestOf(deps, work.data.requestId), work.data)
      return sendMail(deps, { kind: 'sale_given_back', userId, about: workId, template })
    }
    case 'refund-returned': {
      const template = refundReturnedMail(await requestOf(deps, work.data.requestId), work.data.pence)
      return sendMail(deps, { kind: 'refund_returned', userId, about: workId, template })
    }
    default:
      return sendPersonMail(deps, work, workId)
  }
}

/** Mails about accounts, payouts and events. */
async function sendPersonMail(
  deps: NotificationsDeps,
  work: Exclude<RequestedMail, AboutRequest>,
  workId: string,
): Promise<void> {
  const { userId } = work
  switch (work.template) {
    case 'password-reset': {
      const template = passwordResetMail(ownPath(work.data.link, deps.publicOrigin))
      return sendMail(deps, { kind: 'password_reset', userId, about: workId, template })
    }
    case 'email-proof': {
      const template = emailProofMail(ownPath(work.data.link, deps.publicOrigin))
      return sendMail(deps, { kind: 'email_proof', userId, about: workId, template })
    }
    case 'step-up-code': {
      const template = stepUpCodeMail(work.data.code)
      return sendMail(deps, { kind: 'step_up_code', userId, about: workId, template })
    }
    case 'factor-news': {
      const template = factorNewsMail(work.data.news)
      return sendMail(deps, { kind: 'factor_news', userId, about: workId, template })
    }
    case 'login-news': {
      const template = loginNewsMail({ device: work.data.device, at: new Date(work.data.at) })
      return sendMail(deps, { kind: 'login_news', userId, about: workId, template })
    }
    case 'factors-lost': {
      const template = factorsLostMail(ownPath(work.data.link, deps.publicOrigin))
      return sendMail(deps, { kind: 'factors_lost', userId, about: workId, template })
    }
    case 'email-confirm': {
      const { to, link } = work.data
      const template = emailConfirmMail(ownPath(link, deps.publicOrigin))
      return sendMail(deps, { kind: 'email_confirm', userId, about: workId, template, to })
    }
    case 'email-asked': {
      const { to, newEmail, link } = work.data
      const template = emailChangeRequestedMail({ newEmail, path: ownPath(link, deps.publicOrigin) })
      return sendMail(deps, { kind: 'email_asked', userId, about: workId, template, to })
    }
    case 'email-changed': {
      const { to, newEmail, link } = work.data
      const template = emailChangedMail({ newEmail, path: ownPath(link, deps.publicOrigin) })
      return sendMail(deps, { kind: 'email_changed', userId, about: workId, template, to })
    }
    case 'account-deleted': {
      const { to: email, firstName, until, names } = work.data
      // Work that is done keeps no words: a mail server that is away for days does not keep an address here.
      if (deps.clock.now().getTime() > Date.parse(until)) return
      if (deps.mailSender.remove)
        await deps.mailSender.remove(await mailIdsOf(deps.db, { userId, except: 'account_deleted' }))
      await deps.mailSender.removeNaming?.(names)
      const [template, leaver] = [accountDeletedMail(), { email, firstName }]
      return sendMail(deps, { kind: 'account_deleted', userId, about: workId, template, leaver })
    }
    case 'payout-account-news': {
      const template = payoutAccountMail(work.data.news)
      return sendMail(deps, { kind: 'payout_account_news', userId, about: workId, template })
    }
    case 'payouts-stopped': {
      const template = payoutsStoppedMail(work.data.requirements)
      return sendMail(deps, { kind: 'payouts_stopped', userId, about: workId, template })
    }
    case 'sale-terms-changed': {
      const template = saleTermsMail(work.data)
      return sendMail(deps, { kind: 'sale_terms_changed', userId, about: workId, template })
    }
    case 'crew-named': {
      return sendCrewMail(deps, userId, work.data)
    }
    default:
      return sendCaseMail(deps, work, workId)
  }
}

/** Mails about safety: reports, suspensions, appeals and age. */
async function sendCaseMail(deps: NotificationsDeps, work: AboutCase, workId: string): Promise<void> {
  const { userId } = work
  switch (work.template) {
    case 'cases-wait': {
      return sendMail(deps, { kind: 'cases_wait', userId, about: workId, template: casesWaitMail(work.data) })
    }
    case 'report-decided': {
      const template = reportDecidedMail(work.data.decision)
      return sendMail(deps, { kind: 'report_decided', userId, about: workId, template })
    }
    case 'suspended': {
      const { link, ...facts } = work.data
      const template = suspendedMail({ ...facts, path: ownPath(link, deps.publicOrigin) })
      return sendMail(deps, { kind: 'suspended', userId, about: workId, template })
    }
    case 'suspension-lifted': {
      const template = suspensionLiftedMail()
      return sendMail(deps, { kind: 'suspension_lifted', userId, about: workId, template })
    }
    case 'birth-date-corrected': {
      const template = birthDateCorrectedMail(work.data.age)
      return sendMail(deps, { kind: 'birth_date_corrected', userId, about: workId, template })
    }
    case 'appeal-upheld': {
      const template = appealUpheldMail(work.data.reason)
      return sendMail(deps, { kind: 'appeal_upheld', userId, about: workId, template })
    }
    case 'appeal-won-late': {
      const template = appealWonLateMail(work.data)
      return sendMail(deps, { kind: 'appeal_won_late', userId, about: workId, template })
    }
    default:
      return unknownTemplate(work)
  }
}

/** Does not compile while a template of `AboutCase` has no case above. */
function unknownTemplate(work: never): never {
  throw new Error(`a mail without a case: ${typeof work}`)
}

async function requestOf(deps: NotificationsDeps, requestId: string): Promise<NamedRequest> {
  const request = await findRequest(deps.db, requestId)
  invariant(request, 'a request is never deleted')
  return request
}
