import type { WrittenBy } from '../core/topic.ts'

/**
 * Work runs in parallel lanes, so that one kind does not delay another: a slow mail server delays only mails. `paid`:
 * events of the payment provider; `money`: calls to the provider; `again`: work of any kind that failed, or whose
 * process died. Bulk work has lanes of its own: a person's refund or login code does not wait behind the ten thousand
 * refunds and mails of a cancelled event, nor these behind people. `bulk`: large work in pieces.
 */
export type FirstLane = 'paid' | 'changes' | 'money' | 'mail' | BulkLane
export type BulkLane = 'bulk' | 'bulk-changes' | 'bulk-money' | 'bulk-mail'
export type Lane = FirstLane | 'again' | 'bulk-again'

/** How many pieces of work a process does at once in each lane. */
export const PLACES: Readonly<Record<Lane, number>> = {
  ...{ paid: 3, changes: 3, money: 2, mail: 2, again: 3 },
  ...{ bulk: 2, 'bulk-changes': 2, 'bulk-money': 2, 'bulk-mail': 2, 'bulk-again': 2 },
}
const BULK_LANES: readonly BulkLane[] = ['bulk', 'bulk-changes', 'bulk-money', 'bulk-mail']
export const FIRST_LANES: readonly FirstLane[] = ['paid', 'changes', 'money', 'mail', ...BULK_LANES]
export const LANES: readonly Lane[] = [...FIRST_LANES, 'again', 'bulk-again']

const OF_TOPIC: Readonly<Record<string, FirstLane>> = {
  'payments.provider-event': 'paid',
  'payments.intent-changed': 'paid',
  'payments.setup-changed': 'paid',
  // One for each refund that bulk work sends; nobody waits for it.
  'payments.refund-changed': 'bulk-money',
  // Of all places of an event at the same moment.
  'payments.transfer': 'bulk-money',
  // Nobody waits for it, and there is one for each payment that a bank takes days for.
  'requests.bank-polled': 'bulk-money',
  'requests.places-follow': 'bulk',
  'profiles.sale-terms-changed': 'bulk',
}

const IN_BULK: Readonly<Record<FirstLane, FirstLane>> = {
  ...{ paid: 'paid', changes: 'bulk-changes', money: 'bulk-money', mail: 'bulk-mail' },
  ...{ bulk: 'bulk', 'bulk-changes': 'bulk-changes', 'bulk-money': 'bulk-money', 'bulk-mail': 'bulk-mail' },
}

/** The lane of the first try: by its topic or its subscriber, and by whose work wrote it. */
export function laneOf(work: { topic: string; subscriber: string | null }, by: WrittenBy): FirstLane {
  const lane = laneOfKind(work)
  return by === 'bulk' ? IN_BULK[lane] : lane
}

function laneOfKind({ topic, subscriber }: { topic: string; subscriber: string | null }): FirstLane {
  if (subscriber === 'notifications') return 'mail'
  const own = OF_TOPIC[topic]
  if (own) return own
  if (topic.startsWith('notifications.')) return 'mail'
  return topic.startsWith('payments.') ? 'money' : 'changes'
}

export const isBulk = (lane: FirstLane): boolean => BULK_LANES.some(each => each === lane)

/** Where work waits for its next try. */
export const againLane = (lane: FirstLane): Lane => (isBulk(lane) ? 'bulk-again' : 'again')
