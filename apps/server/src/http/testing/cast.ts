import type { SessionRequest } from '@parley/contract'
import { earningCaller } from '../../testing/earning.ts'
import { openTestServer, type TestPerson, type TestServer } from '../../testing/test-server.ts'

/** A test server with two buyers and two influencers in it: enough for own, foreign and missing. */
export interface Cast {
  testServer: TestServer
  fan: TestPerson
  otherFan: TestPerson
  influencer: TestPerson
  otherInfluencer: TestPerson
}

export async function openCast(): Promise<Cast> {
  const testServer = await openTestServer({ connections: 8 })
  const [fan, otherFan] = [await testServer.fan('fan'), await testServer.fan('other-fan')]
  const influencer = await testServer.influencer('star')
  return {
    testServer,
    fan,
    otherFan,
    influencer,
    otherInfluencer: await testServer.influencer('other-star'),
  }
}

/** A private request that is booked, and paid when asked for. */
export async function bookedRequest(
  testServer: TestServer,
  between: { fan: TestPerson; influencer: TestPerson; payment: 'paid' | 'unpaid' },
): Promise<SessionRequest> {
  const { fan, influencer, payment } = between
  if (payment === 'paid') return testServer.bookAndPay(fan, influencer)
  const booked = await testServer.book(fan, influencer)
  if (booked.status !== 201) throw new Error(`booking failed: ${JSON.stringify(booked.body)}`)
  return booked.body
}

/** Lets the bank of a paid request's buyer dispute it; answers the id of the dispute. */
export async function disputeOf(testServer: TestServer, request: { id: string }): Promise<string> {
  const id = testServer.sandbox.faults.openDispute(await earningCaller(testServer).intentOf(request))
  await testServer.server.doDueWork()
  return id
}
