import { ABANDONED_CALL_SETTLES_AFTER_MS, HOUR_MS, penceOf, type SessionRequest } from '@parley/contract'
import { apiCaller, type TestPerson } from '../api-caller.ts'
import { until } from './drill-call.ts'
import type { Installation } from './installation.ts'

/**
 * The refund of a call in pence, after both left and nobody came back for a day, and the refund that the charged time
 * requires.
 */
export async function settledMoney(
  { servers }: Pick<Installation, 'servers'>,
  call: { request: SessionRequest; fan: TestPerson; chargedSeconds: number },
): Promise<{ backPence: number; duePence: number }> {
  const { request, fan, chargedSeconds } = call
  const seconds = (ABANDONED_CALL_SETTLES_AFTER_MS + HOUR_MS) / 1_000
  for (const { origin } of servers)
    await apiCaller(origin).call(null, 'POST /sandbox/clock/advance/', { seconds })
  const api = apiCaller(servers[0].origin)
  let backPence = 0
  await until('the money of the rest', async () => {
    const { payment } = await api.request(fan, request.slug)
    backPence = penceOf(payment.refunded_amount ?? '0.00')
    return payment.status === 'partly_refunded' || payment.status === 'refunded'
  })
  const pricePence = penceOf(request.amount ?? '0.00')
  const total = request.total_duration
  // To the second and rounded in the buyer's favour, as the contract requires.
  const duePence = Math.ceil((pricePence * (total - Math.min(Math.floor(chargedSeconds), total))) / total)
  return { backPence, duePence }
}
