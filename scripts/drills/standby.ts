import { setTimeout as delay } from 'node:timers/promises'
import { type CreatedUser, SECOND_MS, type SessionRequest } from '@parley/contract'
import { type ReconcileReport, reportLines } from '../../apps/server/src/reconcile/report.ts'
import { type ApiCaller, apiCaller, type TestPerson } from '../../apps/server/src/testing/api-caller.ts'
import { until } from '../../apps/server/src/testing/drill/drill-call.ts'
import type { Installation } from '../../apps/server/src/testing/drill/installation.ts'
import type { ServerProcess } from '../../apps/server/src/testing/server-process.ts'

/** Acts of people: those that the standby has, and those in the seconds by which it lags. */
interface Business {
  fan: TestPerson
  influencer: TestPerson
  /** On the standby it is unpaid; it was paid during the lag. */
  paidLate: SessionRequest
  /** On the standby it is paid; it was cancelled and refunded during the lag. */
  cancelledLate: SessionRequest
  /** Booked and paid during the lag: the standby does not have it. */
  lost: SessionRequest
  /** Signed up during the lag. */
  lostName: string
}

const LAG_AT_LEAST_MS = 5_000

/**
 * The primary is lost while its standby lags; the operator follows docs/operations/database-away.md. Prints what the
 * commands found, answers how many seconds no process ran, and throws when the money of a person is wrong afterwards.
 */
export async function loseToStandby(installation: Installation): Promise<number> {
  const { servers, postgres, standby } = installation
  if (!standby) throw new Error('this drill needs a standby')
  const [first] = servers
  const api = apiCaller(first.origin)
  const before = await beforeTheLag(api)
  await standby.caughtUp()

  standby.gate.hold()
  const business = { ...before, ...(await inTheLag(api, before)) }
  await delay(LAG_AT_LEAST_MS)
  await postgres.crash()
  await standby.gate.close()
  const stoppedMs = performance.now()
  for (const server of servers) await server.stop()
  await standby.promote()
  installation.moveTo(standby.urlOf('parley'))

  say('the audit of the standby', await audited(first))
  say('reconcile', reconciled(await first.reconcile()))
  say('reconcile --apply', reconciled(await first.reconcile('--apply')))
  expect('the books agree with the provider', (await first.reconcile()).code === 0)
  say('the audit afterwards', await audited(first))
  for (const server of servers) await server.start()
  const stoppedSeconds = (performance.now() - stoppedMs) / SECOND_MS
  await checkBusiness(api, business)
  return stoppedSeconds
}

type Before = Pick<Business, 'fan' | 'influencer' | 'paidLate' | 'cancelledLate'>

async function beforeTheLag(api: ApiCaller): Promise<Before> {
  const influencer = await api.influencer('otto')
  const fan = await api.fan('fanny')
  const cancelledLate = await paid(api, fan, (await api.book(fan, influencer)).body)
  return { fan, influencer, paidLate: (await api.book(fan, influencer)).body, cancelledLate }
}

async function inTheLag(
  api: ApiCaller,
  { fan, influencer, paidLate, cancelledLate }: Before,
): Promise<Pick<Business, 'lost' | 'lostName'>> {
  await paid(api, fan, paidLate)
  await api.call(fan, `POST /api/influencer/parley_requests/${cancelledLate.id}/cancel/`)
  await reaches(api, { fan, request: cancelledLate, status: 'refunded' })
  const buyer = await api.fan('newcomer')
  const lost = await paid(api, buyer, (await api.book(buyer, influencer)).body)
  return { lost, lostName: buyer.username }
}

async function paid(api: ApiCaller, fan: TestPerson, request: SessionRequest): Promise<SessionRequest> {
  const intent = await api.pay(fan, request)
  await api.confirm(intent.body)
  await reaches(api, { fan, request, status: 'paid' })
  return request
}

async function reaches(
  api: ApiCaller,
  of: { fan: TestPerson; request: SessionRequest; status: SessionRequest['payment']['status'] },
): Promise<void> {
  const { fan, request, status } = of
  await until(
    `a request that is ${status}`,
    async () => (await api.request(fan, request.slug)).payment.status === status,
  )
}

/**
 * What people see after the standby took over: nothing paid is lost, nothing refunded is refunded twice, and business
 * continues.
 */
async function checkBusiness(api: ApiCaller, business: Business): Promise<void> {
  const { fan, influencer, paidLate, cancelledLate, lost, lostName } = business
  await reaches(api, { fan, request: paidLate, status: 'paid' })
  await reaches(api, { fan, request: cancelledLate, status: 'refunded' })
  const again = await api.call<CreatedUser>(null, `GET /api/parley/${lost.slug}/session/`)
  expect('the request of the lag is lost', again.status === 404)
  const buyer = await api.fan(lostName)
  const { body } = await api.book(buyer, influencer)
  await paid(api, buyer, body)
  say(
    'afterwards',
    'the payment and the refund of the lag stand; who signed up in it signs up, books and pays again',
  )
}

function expect(what: string, holds: boolean): void {
  if (!holds) throw new Error(`not so: ${what}`)
}

async function audited(server: ServerProcess): Promise<string> {
  const { code, output } = await server.audit('--all')
  return code === 0 ? 'finds no breach' : output
}

/** A line for each finding of the report, in ids and amounts. */
function reconciled({ output }: { output: string }): string {
  const report = JSON.parse(output) as ReconcileReport
  return reportLines(report).join('\n    ')
}

const say = (what: string, found: string) => console.log(`  ${what}: ${found}`)
