import type Stripe from 'stripe'
import { vi } from 'vitest'

/**
 * The bank takes another sum than the whole charge, which the sandbox never does: the provider's answers say so, until
 * the mocks are restored.
 */
export function bankTakes(pence: number): void {
  const { fetch: really } = globalThis
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const answer = await really(input, init)
    if (init?.method !== 'GET' || !/\/v1\/disputes\/\w+/.test(String(input))) return answer
    const dispute = (await answer.json()) as Stripe.Dispute
    const [taken] = dispute.balance_transactions
    const transactions = taken && pence > 0 ? [{ ...taken, amount: -pence }] : []
    return Response.json({ ...dispute, amount: pence, balance_transactions: transactions })
  })
}
