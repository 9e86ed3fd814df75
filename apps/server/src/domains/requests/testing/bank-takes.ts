import type Stripe from 'stripe'
import { vi } from 'vitest'

/**
 * The bank takes another sum than the whole charge, which the sandbox never does: the provider's answers say so, until
 * the mocks are restored.
 */
export function bankTakes(pence: number): void {
  answersDiffer(({ balance_transactions: [taken] }) => ({
    amount: pence,
    balance_transactions: taken && pence > 0 ? [{ ...taken, amount: -pence }] : [],
  }))
}

/** The bank takes the money of a dispute that was won a second time, which the sandbox never does either. */
export function bankTakesAgain(): void {
  answersDiffer(({ balance_transactions: all }) => {
    const again = all.filter(({ amount }) => amount < 0).map(each => ({ ...each, id: `${each.id}_again` }))
    return { status: 'lost', balance_transactions: [...all, ...again] }
  })
}

/** The provider's answers about a dispute say something else, until the mocks are restored. */
export function answersDiffer(change: (dispute: Stripe.Dispute) => Partial<Stripe.Dispute>): void {
  const { fetch: really } = globalThis
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const answer = await really(input, init)
    if (init?.method !== 'GET' || !/\/v1\/disputes\/\w+/.test(String(input))) return answer
    const dispute = (await answer.json()) as Stripe.Dispute
    return Response.json({ ...dispute, ...change(dispute) })
  })
}
