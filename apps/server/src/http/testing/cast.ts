import type { SessionRequest } from '@parley/contract'
import { openTestHouse, type TestHouse, type TestPerson } from '../../testing/test-house.ts'

/** A test server with two buyers and two influencers in it: enough for own, foreign and missing. */
export interface Cast {
  house: TestHouse
  fan: TestPerson
  otherFan: TestPerson
  influencer: TestPerson
  otherInfluencer: TestPerson
}

export async function openCast(): Promise<Cast> {
  const house = await openTestHouse({ connections: 8 })
  const [fan, otherFan] = [await house.fan('fan'), await house.fan('other-fan')]
  const influencer = await house.influencer('star')
  return { house, fan, otherFan, influencer, otherInfluencer: await house.influencer('other-star') }
}

/** A private request that is booked, and paid when asked for. */
export async function bookedRequest(
  house: TestHouse,
  between: { fan: TestPerson; influencer: TestPerson; payment: 'paid' | 'unpaid' },
): Promise<SessionRequest> {
  const { fan, influencer, payment } = between
  if (payment === 'paid') return house.bookAndPay(fan, influencer)
  const booked = await house.book(fan, influencer)
  if (booked.status !== 201) throw new Error(`booking failed: ${JSON.stringify(booked.body)}`)
  return booked.body
}
