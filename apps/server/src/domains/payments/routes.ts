import { cardSavedSchema, cardWalletAnswerSchema, idField, ownUserSchema } from '@parley/contract'
import * as z from 'zod/mini'
import { refuse } from '../../core/refusal.ts'
import type { App } from '../../http/app-type.ts'
import { personOf } from '../../http/policy.ts'
import type { LimitOf } from '../../http/rate-limits.ts'
import { type AccountsDeps, ownUserById } from '../accounts/public.ts'
import { openCardWallet, removeCard, saveCard } from './cards/card-wallet.ts'
import type { PaymentsDeps } from './deps.ts'
import { receiveEvent, WEBHOOK_PATH } from './receive-event.ts'

export interface PaymentRoutesDeps extends PaymentsDeps {
  limitOf: LimitOf
  accounts: AccountsDeps
}

const WEBHOOK_MAX_BYTES = 256 * 1024
const idParams = z.object({ id: idField })

/** Saving cards, and the provider's webhook. */
export function paymentRoutes(deps: PaymentRoutesDeps) {
  return (app: App): void => {
    const asSelf = { policy: 'self' as const, ...deps.limitOf('payment') }
    app.post(
      '/api/user/:id/card-wallet/',
      { config: asSelf, schema: { params: idParams, response: { 200: cardWalletAnswerSchema } } },
      request => openCardWallet(deps, personOf(request).id),
    )
    app.post(
      '/api/user/:id/card-saved/',
      {
        config: asSelf,
        schema: { params: idParams, body: cardSavedSchema, response: { 200: ownUserSchema } },
      },
      async request => {
        const userId = personOf(request).id
        await saveCard(deps, { userId, setupId: request.body.setupIntentId })
        return ownUserById(deps.accounts, userId)
      },
    )
    app.delete(
      '/api/user/:id/cards/:card/',
      {
        config: asSelf,
        schema: { params: z.object({ id: idField, card: z.string() }), response: { 200: ownUserSchema } },
      },
      async request => {
        const userId = personOf(request).id
        await removeCard(deps, { userId, cardId: request.params.card })
        return ownUserById(deps.accounts, userId)
      },
    )
    app.register(async scope => webhookRoute(scope as unknown as App, deps))
  }
}

/** The webhook reads the body as it came, since the signature is over its bytes. */
function webhookRoute(app: App, deps: PaymentRoutesDeps): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: WEBHOOK_MAX_BYTES }, (_request, body, done) =>
    done(null, body),
  )
  app.post(
    WEBHOOK_PATH,
    { config: { policy: 'signed', ...deps.limitOf('webhook') }, schema: { hide: true } },
    async request => {
      const signature = request.headers['stripe-signature']
      if (typeof signature !== 'string' || !Buffer.isBuffer(request.body)) {
        throw refuse.invalid('This is not a signed event of the payment provider')
      }
      await receiveEvent(deps, { rawBody: request.body, signature })
      return { received: true }
    },
  )
}
