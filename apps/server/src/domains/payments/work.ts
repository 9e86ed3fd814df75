import { type TopicWork, workOf } from '../../core/topic.ts'
import { detachCard } from './cards/forget-cards.ts'
import { stopCardTries } from './cards/stop-card-tries.ts'
import { PAYMENT_TOPICS, type PaymentsDeps, SUBJECT_TOPICS } from './deps.ts'
import { dispatchEvent } from './receive-event.ts'

/** The work of this domain in the outbox. Work that ends in a request is done by the requests. */
export function paymentWork(deps: PaymentsDeps): TopicWork[] {
  return [
    workOf(PAYMENT_TOPICS.detachCard, card => detachCard(deps, card)),
    workOf(PAYMENT_TOPICS.cancelSetup, ({ setupId }) => deps.cards.cancelSetup(setupId)),
    workOf(SUBJECT_TOPICS.setup, ({ id }) => stopCardTries(deps, { kind: 'setup', id })),
    workOf(PAYMENT_TOPICS.providerEvent, ({ eventId }) => dispatchEvent(deps, eventId)),
  ]
}
