import type { BlockPreview } from '@parley/contract'
import { penceOf } from '@parley/contract/money'
import { poundsText } from '../../language/formats.ts'
import { t } from '../../language/text.ts'

/** The effect of the block on one open request, in a sentence that names the sum. */
export function blockWords(end: BlockPreview['ends'][number], name: string): string {
  const what = end.description
  const amount = end.back === null ? null : poundsText(penceOf(end.back))
  const isBuyer = end.side === 'buyer'
  switch (end.effect) {
    case 'rejected':
      return t('“{what}” is declined, and {amount} goes back to @{name}.', {
        what,
        name: end.buyer ?? name,
        amount: amount ?? '',
      })
    case 'cancelled':
      if (amount === null) return t('“{what}” is cancelled. Nothing was paid.', { what })
      return t('“{what}” is cancelled, and {amount} comes back to you.', { what, amount })
    case 'cancelled_late':
      return t(
        '“{what}” is cancelled late, so {amount} comes back to you: you have blocked several people shortly before a call.',
        { what, amount: amount ?? '' },
      )
    case 'place_ended':
      // More of a turn is used while its reader decides.
      if (end.format === 'queue') return turnWords(end, name)
      if (!isBuyer)
        return t('@{name} is taken out of “{what}”, and {amount} for the time not shown goes back to them.', {
          name,
          what,
          amount: amount ?? '',
        })
      return t('Your place at “{what}” ends, and {amount} for the time not shown comes back to you.', {
        what,
        amount: amount ?? '',
      })
    case 'left':
      if (isBuyer)
        return t(
          'You leave the call “{what}” now, as with End Call: while the camera of @{name} is on, the rest stays paid.',
          { what, name },
        )
      return t('You leave the call “{what}” now: the time that is not used goes back to @{name}.', {
        what,
        name: end.buyer ?? name,
      })
    case 'stays_paid':
      // A place in a line, whether or not its turn has come.
      if (end.request_type === 'broadcast')
        return t('Your place in “{what}” ends, and its price stays paid, as if you left the line now.', {
          what,
        })
      return t('@{name} is there and waits for you, so the price of “{what}” stays paid.', { name, what })
    case 'not_attending':
      return isBuyer
        ? t('You do not attend “{what}” any more.', { what })
        : t('@{name} does not attend “{what}” any more.', { name, what })
  }
}

/** A turn in a line, which runs or whose rest is still to come. */
function turnWords({ description: what, side, back }: BlockPreview['ends'][number], name: string): string {
  const amount = poundsText(penceOf(back ?? '0.00'))
  return side === 'buyer'
    ? t(
        'Your place in the line of “{what}” ends, and what is not used of your turn comes back to you: {amount} at this moment.',
        { what, amount },
      )
    : t(
        'The place of @{name} in the line of “{what}” ends, and what is not used of their turn goes back to them: {amount} at this moment.',
        { what, name, amount },
      )
}
