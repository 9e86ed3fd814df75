/**
 * Work runs side by side in lanes, so that one kind does not keep another waiting: ten thousand places of a cancelled
 * event do not delay what the provider says of a payment, and a slow mail server delays mails alone. `paid`: what the
 * provider says of payments; `money`: what the provider is asked for; `bulk`: large work in pieces; `again`: work of any
 * kind that failed, or that a process left when it died.
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

/** The lane in which work is tried for the first time: by its topic, or by who has a share of it. */
export function laneOf({ topic, subscriber }: { topic: string; subscriber: string | null }): FirstLane {
  if (subscriber === 'notifications' || topic.startsWith('notifications.')) return 'mail'
  return OF_TOPIC[topic] ?? (topic.startsWith('payments.') ? 'money' : 'changes')
}
