import type { OwnDispute } from '@parley/contract'
import { DISPUTE_PACK_SENT_BEFORE_MS } from '@parley/contract/constants'
import { dateText } from '../../language/formats.ts'
import { t } from '../../language/text.ts'

/** A date and time, to the minute. */
export const momentText = (at: string | Date): string =>
  dateText(new Date(at), { dateStyle: 'medium', timeStyle: 'short' })

/** When the server sends the answer to the bank; null where the bank accepts none. */
export const goesAt = ({ due_by: dueBy }: Pick<OwnDispute, 'due_by'>): Date | null =>
  dueBy === null ? null : new Date(Date.parse(dueBy) - DISPUTE_PACK_SENT_BEFORE_MS)

/** The state of the dispute at the bank, and what happens next without a press. */
export function standingText(dispute: Pick<OwnDispute, 'state' | 'due_by' | 'pack'>, nowMs: number): string {
  const { state, pack } = dispute
  if (state === 'won') return t('The bank decided for you: the payment stays.')
  if (pack?.concede_asked_at && !pack.sent_at)
    return t('We do not contest it: the money of this sale goes back to the buyer.')
  if (state === 'lost') return t('The bank decided for the buyer: the money of this sale went back to them.')
  if (pack?.sent_at)
    return t(
      'Our answer went to the bank on {at}. The bank decides now, which can take up to three months.',
      {
        at: momentText(pack.sent_at),
      },
    )
  if (pack?.send_asked_at) return t('Our answer is on its way to the bank.')
  if (!pack?.staged_at) return t('We are making our answer to the bank, of our own record of the call.')
  const at = goesAt(dispute)
  if (!at) return t('The bank takes no answer.')
  if (at.getTime() <= nowMs) return t('Our answer is ready and goes to the bank now.')
  return t('Our answer is ready. It goes to the bank by itself on {at}, or earlier if we decide so.', {
    at: momentText(at),
  })
}

/** Whether the influencer's statement is part of the answer. */
export function statementStanding({ state, pack, statement }: OwnDispute): string {
  if (!statement) return ''
  if (statement.staged_at) {
    return pack?.sent_at ? t('Your words went with our answer.') : t('Your words are part of our answer.')
  }
  if (pack?.sent_at) return t('Your words came too late to go with our answer.')
  return state === 'open' && !pack?.concede_asked_at
    ? t('Your words are being added to our answer.')
    : t('No answer was sent, so your words did not go out.')
}
