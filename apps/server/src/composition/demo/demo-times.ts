import type { Availability, AvailabilityPut } from '@parley/contract'
import type { DemoLogin } from '../../domains/profiles/public.ts'
import { DemoCaller } from './demo-caller.ts'

const PATH = '/api/influencer/me/availability/'
/** Around now whatever the clock says. */
const ALWAYS = [{ from: '00:00', to: '24:00' }]
const WEEK = { mon: ALWAYS, tue: ALWAYS, wed: ALWAYS, thu: ALWAYS, fri: ALWAYS, sat: ALWAYS, sun: ALWAYS }

/** One who offers times beside asking freely, and one who sells nothing but times. */
const OFFERED: readonly { host: string; hours: Omit<AvailabilityPut, 'version'> }[] = [
  { host: 'leila-languages', hours: { mode: 'offered', weekly: WEEK, notice: 15 } },
  { host: 'george-stories', hours: { mode: 'only', weekly: WEEK, step: 60, notice: 15, accept: 'hand' } },
]

/** Lets two of the demo's influencers offer times, unless they changed theirs. */
export async function createDemoTimes(origin: string, logins: readonly DemoLogin[]): Promise<void> {
  const caller = new DemoCaller(origin)
  for (const { host, hours } of OFFERED) {
    const login = logins.find(each => each.username === host)
    if (!login) continue
    await caller.logIn(login)
    const { version } = await caller.send<Availability>(host, PATH, { method: 'GET' })
    if (version === 0)
      await caller.send<Availability>(host, PATH, { method: 'PUT', json: { ...hours, version } })
  }
}
