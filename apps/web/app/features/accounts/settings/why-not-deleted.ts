import type { DeletionRefused } from '@parley/contract/accounts'
import { messages } from '@parley/contract/messages'
import { penceOf } from '@parley/contract/money'
import { dateText, poundsText } from '../../../language/formats.ts'
import { t } from '../../../language/text.ts'

/** Why the account cannot be deleted, in the language of the page. */
export function whyNotDeleted({ forgo, reasons }: Omit<DeletionRefused, 'detail'>): string {
  // The server's last reason is about the earnings below the minimum; the page names their amount and day itself.
  const pence = forgo ? [whyPenceWait(forgo)] : []
  const others = reasons.slice(0, reasons.length - pence.length).map(reason => t(reason))
  if (others.length === 0) return pence.join(' ')
  return [t(messages.cannotDeleteYet), ...others, ...pence].join(' ')
}

/** A page of this site on which a reason can be removed, and the name that the menus have for it. */
interface Place {
  to: string
  name: string
}

/** Where the person does what the reasons ask for, each place once. */
export function placesToAct({ forgo, reasons }: Omit<DeletionRefused, 'detail'>, username: string): Place[] {
  const places = {
    calls: { to: '/my-account#call-sessions', name: t('Call sessions') },
    events: { to: `/profile/${encodeURIComponent(username)}`, name: t('Your profile') },
    earnings: { to: '/earnings', name: t('Your earnings') },
  }
  const placeOf: Readonly<Record<string, keyof typeof places>> = {
    [messages.deleteAfterRequest]: 'calls',
    [messages.deleteAfterRequests]: 'calls',
    [messages.deleteAfterReturnedRefund]: 'calls',
    [messages.deleteAfterEvent]: 'events',
    [messages.deleteAfterRelease]: 'earnings',
    [messages.deleteAfterProblem]: 'earnings',
    [messages.deleteAfterPayout]: 'earnings',
  }
  const named = reasons.map(reason => placeOf[reason])
  const found = new Set(forgo ? [...named, 'earnings' as const] : named)
  return (['calls', 'events', 'earnings'] as const)
    .filter(place => found.has(place))
    .map(place => places[place])
}

function whyPenceWait(forgo: NonNullable<DeletionRefused['forgo']>): string {
  const { waits_for, payable_at } = forgo
  const amount = poundsText(penceOf(forgo.amount))
  if (payable_at) {
    const day = dateText(new Date(payable_at), { dateStyle: 'long' })
    return t('The {amount} that you earned can be paid out from {day} on: leave then, or give it up now.', {
      amount,
      day,
    })
  }
  switch (waits_for) {
    case 'no_account':
      return t(
        'The {amount} that you earned can be paid out when you leave if you set up your payouts first. You can also give it up.',
        { amount },
      )
    case 'account_not_ready':
      return t(
        'The {amount} that you earned can be paid out once Stripe has what it still needs from you. You can also give it up.',
        { amount },
      )
    case 'open_dispute':
      return t(
        'The {amount} that you earned waits until a buyer’s bank has settled a dispute with you. You can also give it up.',
        { amount },
      )
    case 'suspended':
      return t(
        'The {amount} that you earned waits while your account is suspended. You can also give it up.',
        { amount },
      )
    default:
      return t('The {amount} that you earned could not be sent just now: try again later, or give it up.', {
        amount,
      })
  }
}
