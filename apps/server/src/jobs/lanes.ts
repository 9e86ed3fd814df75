/**
 * Work runs in parallel lanes, so that one kind does not delay another: ten thousand places of a cancelled event do
 * not delay events of the payment provider, and a slow mail server delays only mails. `paid`: events of the payment
 * provider; `money`: calls to the provider; `bulk`: large work in pieces; `again`: work of any kind that failed, or
 * whose process died.
 */
export type FirstLane = 'paid' | 'changes' | 'money' | 'mail' | 'bulk'
export type Lane = FirstLane | 'again'

/** How many pieces of work a process does at once in each lane. */
export const PLACES: Readonly<Record<Lane, number>> = {
  ...{ paid: 3, changes: 3, money: 2, mail: 2, bulk: 2 },
  again: 3,
}
export const FIRST_LANES: readonly FirstLane[] = ['paid', 'changes', 'money', 'mail', 'bulk']
export const LANES: readonly Lane[] = [...FIRST_LANES, 'again']

const OF_TOPIC: Readonly<Record<string, FirstLane>> = {
  'payments.provider-event': 'paid',
  'payments.intent-changed': 'paid',
  'payments.setup-changed': 'paid',
  'requests.places-follow': 'bulk',
}

/** The lane of the first try: by its topic, or by its subscriber. */
export function laneOf({ topic, subscriber }: { topic: string; subscriber: string | null }): FirstLane {
  if (subscriber === 'notifications' || topic.startsWith('notifications.')) return 'mail'
  return OF_TOPIC[topic] ?? (topic.startsWith('payments.') ? 'money' : 'changes')
}
