import { CLOCK_LOSS_MAX_MS } from '@parley/contract'
import { type Browser, expect, test } from '@playwright/test'
import { LeaseWatch } from '../apps/server/src/testing/lease-watch.ts'
import { type WrittenInterval, writtenIntervalsIn } from '../apps/server/src/testing/written-intervals.ts'
import { CallPage } from './pages/call-page.ts'
import { makePaidCall, type PaidCall } from './support/paid-call.ts'
import { Together } from './support/together.ts'
import { keepConnections } from './support/two-people.ts'
import {
  figure,
  holderOf,
  openTwoProcesses,
  SIDES,
  type Side,
  type TwoProcesses,
} from './support/two-processes.ts'

/** How long a process is frozen: longer than any lease lasts. */
const FROZEN_SECONDS = Number(process.env.FROZEN_SECONDS ?? 20)
/** A killed process closes its connections; the balancer notices a frozen one so much later. */
const NOTICED_WITHIN_MS = 2_000
const RECOVERS_WITHIN_MS = 60_000
/** Pages are polled from outside, so each interval in which they send is measured at most this much too short. */
const SEEN_WITHIN_MS = 1_000

test.describe.configure({ timeout: 240_000 + FROZEN_SECONDS * 2_000 })

const open: CallPage[] = []
let two: TwoProcesses
let browsers: Record<Side, Browser>

test.beforeAll(async () => {
  test.setTimeout(180_000)
  two = await openTwoProcesses()
  browsers = { fan: await two.openBrowser('fan'), influencer: await two.openBrowser('influencer') }
})
test.afterEach(async () => {
  // After a failed test its people would still be in the call, which would keep its lease.
  for (const page of open.splice(0)) await page.close()
})
test.afterAll(async () => {
  await two?.close()
})

interface Meeting {
  call: PaidCall
  pages: Record<Side, CallPage>
  together: Together
  leases: LeaseWatch
}

const WITHIN = { timeout: RECOVERS_WITHIN_MS, intervals: [100] }
const other = { fan: 'influencer', influencer: 'fan' } as const
// The test is about how long a process is frozen.
const pause = (ms: number) => new Promise(resolve => setTimeout(resolve, ms))
const seconds = (ms: number) => (ms / 1_000).toFixed(1)
const note = (description: string) => test.info().annotations.push({ type: 'figures', description })

/** Waits until both have seen each other for so much longer. */
function moreOfBoth(together: Together, ms: number): Promise<void> {
  const fromMs = together.bothMs
  return expect.poll(() => together.bothMs - fromMs, WITHIN).toBeGreaterThan(ms)
}

/** The fan uses one process, the influencer the other; the clock runs on both pages. */
async function meet(): Promise<Meeting> {
  const { origin, databaseUrl, processOf } = two
  const call = await makePaidCall(processOf.fan.origin, 600)
  const { slug, id } = call.request
  const beforeLoad = keepConnections
  const fan = await CallPage.open(browsers.fan, {
    origin,
    path: `/chat/${slug}`,
    person: call.fan,
    beforeLoad,
  })
  const path = `/paidchat/${slug}`
  const influencer = await CallPage.open(browsers.influencer, {
    origin,
    path,
    person: call.influencer,
    beforeLoad,
  })
  open.push(fan, influencer)
  await Promise.all([fan.join(), influencer.join()])
  const together = new Together([fan, influencer])
  const leases = await LeaseWatch.open(databaseUrl, id)
  await expect.poll(() => together.wellSinceMs, WITHIN).not.toBeNull()
  for (const side of SIDES) {
    await expect.poll(() => figure(processOf[side], 'parley_call_sockets'), WITHIN).toBe(1)
  }
  // Some time is used first, so that a loss of it would show.
  await moreOfBoth(together, 5_000)
  return { call, pages: { fan, influencer }, together, leases }
}

/** Waits until both are well again, without a break since; answers when the later of the two was. */
async function backAtMs({ together }: Meeting, after: { side: Side; brokeAtMs: number }): Promise<number> {
  let backMs = 0
  const isBack = () => {
    const since = together.wellSinceMs
    if (!since || (since[SIDES.indexOf(after.side)] ?? 0) < after.brokeAtMs) return false
    backMs = Math.max(...since)
    return true
  }
  await expect.poll(isBack, WITHIN).toBe(true)
  return backMs
}

const writtenOf = ({ call }: Meeting): Promise<WrittenInterval[]> =>
  writtenIntervalsIn({ connectionString: two.databaseUrl }, call.request.id)

/**
 * Both leave. The written time is not more than both sent, is not shorter by more than the limit than both saw, and one
 * process at a time wrote it.
 */
async function expectTrueBooks(
  meeting: Meeting,
  shortMaxMs = CLOCK_LOSS_MAX_MS,
): Promise<{ shortMs: number; written: WrittenInterval[] }> {
  const { pages, together, leases } = meeting
  await moreOfBoth(together, 3_000)
  await together.stop()
  const untilMs = Date.now()
  for (const side of SIDES) await pages[side].close()
  await expect.poll(() => [leases.latest.holder, leases.latest.open], WITHIN).toEqual([null, 0])
  await leases.close()
  const written = await writtenOf(meeting)
  // Leaving takes time, in which nobody is watched.
  const lengths = written.map(({ startedAtMs, endedAtMs }) => Math.min(endedAtMs, untilMs) - startedAtMs)
  const usedMs = lengths.reduce((sum, ms) => sum + Math.max(0, ms), 0)
  const shortMs = together.bothMs - usedMs
  note(
    `used ${seconds(usedMs)} s; both sent ${seconds(together.bothSentMs)} s, both saw ${seconds(together.bothMs)} s; ` +
      `the longest look took ${seconds(together.longestPollMs)} s`,
  )
  expect(usedMs - together.bothSentMs).toBeLessThanOrEqual(
    SEEN_WITHIN_MS * written.length + together.unseenMs,
  )
  expect(shortMs).toBeLessThanOrEqual(shortMaxMs + together.longestPollMs)
  for (const [index, later] of written.slice(1).entries()) {
    const earlier = written[index]
    expect(later.startedAtMs).toBeGreaterThanOrEqual(earlier?.endedAtMs ?? Number.NaN)
    expect(later.epoch).toBeGreaterThan(earlier?.epoch ?? Number.NaN)
  }
  const holdersOf = new Map(leases.standing.map(lease => [lease.epoch, lease.holder]))
  expect(leases.standing).toHaveLength(holdersOf.size)
  return { shortMs, written }
}

async function expectCleanAudit(side: Side): Promise<void> {
  const { code, output } = await two.processOf[side].audit()
  expect(code, output).toBe(0)
}

for (const side of SIDES) {
  test(`the ${side}'s process is killed in the live call: both are back by themselves, the clock loses at most five seconds and never counts too much`, async () => {
    const meeting = await meet()
    const holder = await holderOf(two)
    const before = meeting.leases.latest
    const brokeAtMs = Date.now()
    await two.processOf[side].kill()
    const backMs = (await backAtMs(meeting, { side, brokeAtMs })) - brokeAtMs
    const { shortMs, written } = await expectTrueBooks(meeting)
    // Media continues through LiveKit, so the other process may count from the end of the dead one's proof: the lease
    // tells whose time it is.
    const counted = written.find(({ epoch }) => epoch === before.epoch)
    if (holder === side) expect(counted?.endedAtMs).toBeLessThanOrEqual(brokeAtMs)
    await two.processOf[side].start()
    await expectCleanAudit(other[side])
    note(
      `the clock was held by the ${holder}'s; back after ${seconds(backMs)} s; ${seconds(shortMs)} s short`,
    )
  })
}

test(`the process that holds the clock is frozen for ${FROZEN_SECONDS} s and wakes: another continues to count, and its old lease is refused`, async () => {
  const meeting = await meet()
  const { leases } = meeting
  const frozen = (await holderOf(two)) ?? 'fan'
  const before = leases.latest
  const lostBefore = await figure(two.processOf[frozen], 'parley_lost_leases_total')
  const brokeAtMs = Date.now()
  two.processOf[frozen].freeze()
  await expect.poll(() => leases.latest.epoch > before.epoch && leases.latest.open === 1, WITHIN).toBe(true)
  const takenAfterMs = Date.now() - brokeAtMs
  const taken = leases.latest
  expect(taken.holder).not.toBe(before.holder)
  const backMs = (await backAtMs(meeting, { side: frozen, brokeAtMs })) - brokeAtMs
  // The freeze itself has this length; the test waits for nothing else.
  await pause(Math.max(0, brokeAtMs + FROZEN_SECONDS * 1_000 - Date.now()))
  const asleep = await writtenOf(meeting)
  two.processOf[frozen].thaw()

  await expect
    .poll(() => figure(two.processOf[frozen], 'parley_lost_leases_total'), WITHIN)
    .toBe(lostBefore + 1)
  await moreOfBoth(meeting.together, 3_000)
  expect(await holderOf(two)).toBe(other[frozen])
  expect(await writtenOf(meeting)).toEqual(asleep)
  const { shortMs, written } = await expectTrueBooks(meeting, CLOCK_LOSS_MAX_MS + NOTICED_WITHIN_MS)
  expect(written[0]).toMatchObject({ endedBy: 'platform', epoch: before.epoch })
  expect(written[0]?.endedAtMs).toBeLessThanOrEqual(brokeAtMs)
  expect(leases.standing.filter(({ holder }) => holder === before.holder).at(-1)?.epoch).toBe(before.epoch)
  await expectCleanAudit(frozen)
  note(
    `taken over after ${seconds(takenAfterMs)} s; both back after ${seconds(backMs)} s; ${seconds(shortMs)} s short`,
  )
})

test('LiveKit is killed in the call and started again: both come back by themselves, and nobody paid for the time between', async () => {
  const meeting = await meet()
  const brokeAtMs = Date.now()
  await two.livekit.kill()
  await expect.poll(() => meeting.together.wellSinceMs, WITHIN).toBeNull()
  const startedAtMs = Date.now()
  await two.livekit.start()
  const backMs = (await backAtMs(meeting, { side: 'fan', brokeAtMs })) - startedAtMs
  const { shortMs, written } = await expectTrueBooks(meeting)
  // On a busy machine the call may have stalled once before.
  const first = written.filter(({ startedAtMs: at }) => at <= brokeAtMs).at(-1)
  const second = written.find(({ startedAtMs: at }) => at > brokeAtMs)
  expect(first?.endedBy).toBe('platform')
  expect(first?.endedAtMs).toBeLessThanOrEqual(brokeAtMs + 250 + meeting.together.longestPollMs)
  expect(second?.startedAtMs).toBeGreaterThan(startedAtMs)
  await expectCleanAudit('fan')
  note(`back ${seconds(backMs)} s after it was started again; ${seconds(shortMs)} s short`)
})
