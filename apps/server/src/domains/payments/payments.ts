import { type Domain, domainOf, personalDataOf } from '../../core/domain.ts'
import { workOf } from '../../core/topic.ts'
import { deleteOldSetups } from './cards/card-setups.ts'
import { detachCard, eraseCards } from './cards/erase-cards.ts'
import { stopCardTries } from './cards/stop-card-tries.ts'
import { PAYMENT_TOPICS, SUBJECT_TOPICS } from './deps.ts'
import { exportPayments } from './personal-data.ts'
import { dispatchEvent } from './receive-event.ts'
import { removeOldEvents } from './remove-old-events.ts'
import { type PaymentRoutesDeps, paymentRoutes } from './routes.ts'

/** The payments domain: intents, refunds, cards and webhooks. Work that ends in a request is done by the requests. */
export function createPayments(deps: PaymentRoutesDeps): Domain {
  return domainOf({
    routes: [paymentRoutes(deps)],
    work: [
      workOf(PAYMENT_TOPICS.detachCard, card => detachCard(deps, card)),
      workOf(PAYMENT_TOPICS.cancelSetup, ({ setupId }) => deps.cards.cancelSetup(setupId)),
      workOf(SUBJECT_TOPICS.setup, ({ id }) => stopCardTries(deps, { kind: 'setup', id })),
      workOf(PAYMENT_TOPICS.providerEvent, ({ eventId }) => dispatchEvent(deps, eventId)),
    ],
    cleanUp: async () => {
      await deleteOldSetups(deps)
      await removeOldEvents(deps)
    },
    personal: personalDataOf({
      exported: userId => exportPayments(deps.db, userId),
      erase: (tx, userId) => eraseCards(deps, tx, userId),
    }),
  })
}
