import { CURRENCY, pence } from '@parley/contract'
import Stripe from 'stripe'
import type {
  AccountFacts,
  PayoutProvider,
  Refused,
  ReversalFacts,
  TransferFacts,
} from '../../domains/payments/payout-provider.ts'
import { callStripe, makeOnce } from './client.ts'
import { idOf } from './facts.ts'

const COUNTRY = 'GB'

/**
 * Stripe Connect behind the port of payouts. The controller settings are those that Stripe gives for what used to be
 * called an Express account: the platform pays Stripe's fees and bears losses, Stripe collects what it must know.
 */
export function connect(stripe: Stripe): PayoutProvider {
  return {
    // A transfer may be of one penny; a bank payout has a minimum of its own (Stripe docs, "Minimum and maximum
    // payouts").
    leastTransferPence: pence(1),
    createAccount: ({ userId, formerId }) =>
      callStripe(async () => {
        const key = `account:${userId}${formerId === null ? '' : `:${formerId}`}`
        return accountFacts(
          await makeOnce(key, options =>
            stripe.accounts.create(
              {
                country: COUNTRY,
                controller: {
                  fees: { payer: 'application' },
                  losses: { payments: 'application' },
                  requirement_collection: 'stripe',
                  stripe_dashboard: { type: 'express' },
                },
                capabilities: { transfers: { requested: true } },
                business_type: 'individual',
                metadata: { user_id: userId },
              },
              options,
            ),
          ),
        )
      }),
    fetchAccount: id =>
      callStripe(() => unlessGone(async () => accountFacts(await stripe.accounts.retrieve(id)), closed(id))),
    accountLink: input =>
      callStripe(() =>
        unlessGone(async () => {
          const link = await stripe.accountLinks.create({
            account: input.accountId,
            type: 'account_onboarding',
            return_url: input.returnUrl,
            refresh_url: input.refreshUrl,
          })
          return link.url
        }, null),
      ),
    ...transfers(stripe),
  }
}

/** Stripe says the same of an account that was deleted and of one whose owner took our access away. */
const isGone = (error: unknown): boolean =>
  (error instanceof Stripe.errors.StripePermissionError && error.code === 'account_invalid') ||
  (error instanceof Stripe.errors.StripeInvalidRequestError &&
    (error.code === 'account_invalid' || error.code === 'resource_missing'))

async function unlessGone<T, G>(call: () => Promise<T>, gone: G): Promise<T | G> {
  try {
    return await call()
  } catch (error) {
    if (isGone(error)) return gone
    throw error
  }
}

const closed = (accountId: string): AccountFacts => ({
  ...{
    accountId,
    userId: null,
    status: 'closed',
    payoutsEnabled: false,
    requirements: ['closed'],
    dueAt: null,
  },
})

function transfers(
  stripe: Stripe,
): Pick<PayoutProvider, 'transfer' | 'fetchTransfer' | 'findTransfer' | 'reverseTransfer'> {
  return {
    transfer: input =>
      refusedOr(async () =>
        transferFacts(
          await stripe.transfers.create(
            {
              amount: input.amountPence,
              currency: CURRENCY,
              destination: input.accountId,
              ...(input.chargeId === null
                ? { transfer_group: input.requestId }
                : { source_transaction: input.chargeId }),
              metadata: { payout_id: input.payoutId, request_id: input.requestId },
            },
            { idempotencyKey: `transfer:${input.payoutId}:${input.attempt}` },
          ),
        ),
      ),
    fetchTransfer: id =>
      callStripe(async () => withAllReversals(stripe, await stripe.transfers.retrieve(id))),
    findTransfer: of =>
      callStripe(async () => {
        for (const group of await groupsOf(stripe, of))
          for await (const transfer of stripe.transfers.list({ transfer_group: group, limit: 100 }))
            if (transfer.metadata.request_id === of.requestId) return withAllReversals(stripe, transfer)
        return null
      }),
    reverseTransfer: input =>
      refusedOr(async () =>
        reversalFacts(
          await stripe.transfers.createReversal(
            input.transferId,
            { amount: input.amountPence, metadata: { reversal_id: input.rowId } },
            { idempotencyKey: `reversal:${input.rowId}${input.isPart ? `:${input.amountPence}` : ''}` },
          ),
        ),
      ),
  }
}

/**
 * The groups that may have a transfer. Stripe puts a transfer of a charge's money into the group of that charge, and
 * makes one where it has none (Stripe docs, "Separate charges and transfers"); of other money the group is ours.
 */
async function groupsOf(
  stripe: Stripe,
  { requestId, chargeId }: Parameters<PayoutProvider['findTransfer']>[0],
): Promise<string[]> {
  const group = chargeId === null ? null : (await stripe.charges.retrieve(chargeId)).transfer_group
  return group === null || group === requestId ? [requestId] : [group, requestId]
}

/** A refusal of the request itself is an answer; everything else is an outage. */
async function refusedOr<T>(call: () => Promise<T>): Promise<T | Refused> {
  return callStripe(async () => {
    try {
      return await call()
    } catch (error) {
      if (error instanceof Stripe.errors.StripePermissionError && isGone(error)) return { refused: 'account' }
      if (!(error instanceof Stripe.errors.StripeInvalidRequestError) || error.statusCode === 409) throw error
      return { refused: refusalOf(error) }
    }
  })
}

function refusalOf(error: InstanceType<typeof Stripe.errors.StripeInvalidRequestError>): Refused['refused'] {
  if (error.code === 'balance_insufficient' || error.code === 'insufficient_funds') return 'funds'
  const isAccount =
    error.param === 'destination' ||
    ['insufficient_capabilities_for_transfer', 'account_invalid', 'transfers_not_allowed'].includes(
      error.code ?? '',
    )
  return isAccount ? 'account' : 'other'
}

function reversalFacts(reversal: Stripe.TransferReversal): ReversalFacts {
  return {
    reversalId: reversal.id,
    amountPence: pence(reversal.amount),
    rowId: reversal.metadata?.reversal_id ?? null,
  }
}

/** A transfer lists its ten newest reversals only (Stripe docs, "The transfer object"). */
async function withAllReversals(stripe: Stripe, transfer: Stripe.Transfer): Promise<TransferFacts> {
  const facts = transferFacts(transfer)
  if (!transfer.reversals.has_more) return facts
  const reversals: ReversalFacts[] = []
  for await (const reversal of stripe.transfers.listReversals(transfer.id, { limit: 100 }))
    reversals.push(reversalFacts(reversal))
  return { ...facts, reversals }
}

function transferFacts(transfer: Stripe.Transfer): TransferFacts {
  return {
    transferId: transfer.id,
    accountId: idOf(transfer.destination) ?? '',
    amountPence: pence(transfer.amount),
    requestId: transfer.metadata.request_id ?? null,
    chargeId: idOf(transfer.source_transaction),
    reversedPence: pence(transfer.amount_reversed),
    reversals: transfer.reversals.data.map(reversalFacts),
  }
}

function accountFacts(account: Stripe.Account): AccountFacts {
  const due = account.requirements
  const reason = due?.disabled_reason ?? null
  const isActive = account.capabilities?.transfers === 'active' && account.payouts_enabled
  const wanted = new Set([...(due?.past_due ?? []), ...(due?.currently_due ?? [])])
  if (!isActive && (due?.pending_verification ?? []).length > 0) wanted.add('pending_verification')
  if (reason?.startsWith('rejected')) wanted.add('rejected')
  const isStopped =
    wanted.has('rejected') || (account.details_submitted && (reason !== null || wanted.size > 0))
  const isBeingChecked = reason === 'requirements.pending_verification'
  return {
    accountId: account.id,
    userId: account.metadata?.user_id ?? null,
    status: isActive ? 'active' : isStopped && !isBeingChecked ? 'restricted' : 'onboarding',
    payoutsEnabled: account.payouts_enabled,
    requirements: [...wanted],
    dueAt: due?.current_deadline ? new Date(due.current_deadline * 1000) : null,
  }
}
