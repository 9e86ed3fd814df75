import type { DbOrTx } from '../../db/client.ts'
import { findRequest, type NamedRequest } from '../requests/public.ts'
import * as write from './request-mails.ts'
import { sentMailsAbout } from './store.ts'

/** Banks read no name of the influencer. */
const NAMELESS = 'the influencer'
/** Facts of a mail that never change after the payment. */
const FROZEN_FACTS: readonly string[] = ['Length', 'Paid', 'On']

/** The mails about a request that a person was sent, with what they said, the oldest first. */
export async function mailsAbout(
  db: DbOrTx,
  about: { requestId: string; userId: string },
): Promise<{ kind: string; at: Date; words: string | null }[]> {
  const sent = await sentMailsAbout(db, about)
  const request = await findRequest(db, about.requestId)
  return sent.map(({ kind, at }) => ({ kind, at, words: request ? wordsOf(kind, request) : null }))
}

/**
 * What a mail of a kind said to the buyer of a request, on one line, from the template that wrote it: only sentences
 * and facts that were the same when it was sent. Mails are not stored, so of any other kind nothing is claimed.
 */
export function wordsOf(kind: string, found: NamedRequest): string | null {
  // A person who pays for a link reads its rule before anybody has accepted it.
  const isUnclaimed = kind === 'receipt' && found.row.requestType === 'prepaid'
  const sentences = sentencesOf(kind, { ...found, influencerName: isUnclaimed ? null : NAMELESS })
  if (!sentences) return null
  return sentences.join(' ').replaceAll(`@${NAMELESS}`, NAMELESS).replaceAll(/\s+/g, ' ')
}

function sentencesOf(kind: string, request: NamedRequest): string[] | null {
  switch (kind) {
    case 'receipt': {
      const { news, facts = [], small = [] } = write.receiptMail(request)
      const frozen = facts.filter(([name]) => FROZEN_FACTS.includes(name))
      return [...news, ...frozen.map(([name, value]) => `${name}: ${value}.`), ...small]
    }
    case 'accepted':
      return write.acceptedMail(request).news
    case 'claimed':
      return write.claimedMail(request).news
    case 'reminder':
      // Its first sentence names a time, which may have been moved.
      return write.reminderMail(request, { role: 'buyer', msLeft: 0, start: request.row.createdAt }).next
    default:
      return null
  }
}
