import type { TestPerson, TestServer } from './test-server.ts'

const ALWAYS = [{ from: '00:00', to: '24:00' }]
const WEEKLY = Object.fromEntries(['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'].map(day => [day, ALWAYS]))

/** A new influencer who can be booked at every hour of the week; `more` changes what they offer. */
export async function offersEveryHour(
  t: TestServer,
  username: string,
  more: object = {},
): Promise<TestPerson> {
  const influencer = await t.influencer(username)
  const hours = { mode: 'offered', zone: 'Europe/London', weekly: WEEKLY, version: 0, ...more }
  await t.call(influencer, 'PUT /api/influencer/me/availability/', hours)
  return influencer
}

/** This time of day, in two days. */
export function inTwoDays({ clock }: TestServer, time: string): string {
  return `${new Date(clock.now().getTime() + 48 * 3_600_000).toISOString().slice(0, 10)}T${time}:00.000Z`
}
