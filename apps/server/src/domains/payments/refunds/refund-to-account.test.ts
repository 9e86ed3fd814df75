import { pence } from '@parley/contract'
import { describe, expect, it } from 'vitest'
import type { Db } from '../../../db/client.ts'
import type { PayoutProvider, TransferFacts } from '../payout-provider.ts'
import type { PaymentRow, RefundRow } from '../store.ts'
import { refundIdOfMark, sendToAccount, transferWord } from './refund-to-account.ts'

const transfer: TransferFacts = {
  transferId: 'tr_1',
  accountId: 'acct_1',
  amountPence: pence(2500),
  requestId: 'refund:r1',
  chargeId: 'ch_1',
  reversedPence: pence(0),
  reversals: [],
}
const refund = { id: 'r1', attempt: 1, accountId: 'acct_1', amountPence: pence(2500) } as RefundRow
const payment = { chargeId: 'ch_1' } as PaymentRow
const moved = {
  status: 'succeeded',
  hasMoved: true,
  hasReturned: false,
  reference: null,
  providerRefundId: null,
  transferId: 'tr_1',
}

/** Only a refusal for want of money writes: `refused-refund.test.ts` has it with a database. */
const unused = {} as Db

/** Sends the refund; returns its outcome, the requests to the provider and the errors in the log. */
async function send(
  provider: Partial<PayoutProvider>,
  sent: { refund?: Partial<RefundRow>; payment?: Partial<PaymentRow> } = {},
) {
  const [transfers, errors]: [unknown[], object[]] = [[], []]
  const payouts = {
    findTransfer: async () => null,
    transfer: async (input: unknown) => {
      transfers.push(input)
      return transfer
    },
    ...provider,
  } as PayoutProvider
  const log = { error: (facts: object) => void errors.push(facts) }
  const rows = [
    { ...refund, ...sent.refund },
    { ...payment, ...sent.payment },
  ] as const
  return { word: await sendToAccount({ db: unused, payouts, log }, ...rows), transfers, errors }
}

describe('a refund to the buyer’s own account', () => {
  it('is a transfer of the money of the charge, by the mark of the refund, and is over with it', async () => {
    const input = { payoutId: 'r1', attempt: 1, requestId: 'refund:r1', accountId: 'acct_1' }
    expect(await send({})).toEqual({
      word: { ...moved, takenBack: [] },
      transfers: [{ ...input, amountPence: 2500, chargeId: 'ch_1' }],
      errors: [],
    })
  })

  it('is not sent again where the provider has it', async () => {
    expect(await send({ findTransfer: async () => transfer })).toEqual({
      word: { ...moved, takenBack: [] },
      transfers: [],
      errors: [],
    })
  })

  it('fails with a definite refusal, and nothing has moved', async () => {
    const { word, errors } = await send({ transfer: async () => ({ refused: 'account' }) })
    expect(word).toEqual({ ...moved, status: 'failed', hasMoved: false, transferId: null })
    expect(errors).toEqual([{ refundId: 'r1', refused: 'account' }])
  })

  it('needs an account, and a charge whose money it is', async () => {
    await expect(send({}, { refund: { accountId: null } })).rejects.toThrow('was charged')
    await expect(send({}, { payment: { chargeId: null } })).rejects.toThrow('was charged')
  })

  it('is known by the mark on its transfer, and no other transfer is a refund', () => {
    expect(refundIdOfMark('refund:r1')).toBe('r1')
    expect(refundIdOfMark('a-request')).toBeNull()
    expect(transferWord(transfer)).toEqual({ ...moved, takenBack: [] })
  })
})
