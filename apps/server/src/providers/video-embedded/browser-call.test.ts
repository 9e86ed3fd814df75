import { setTimeout as delay } from 'node:timers/promises'
import type { Browser } from '@playwright/test'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { VideoEvent } from '../../domains/calls/video-provider.ts'
import {
  enter,
  frames,
  launchBrowser,
  SLOW_CAMERA,
  snapshot,
  untilMoreFrames,
  WITHIN,
} from './testing/browser.ts'
import { type CallSite, startCallSite } from './testing/call-page.ts'

let browser: Browser
let site: CallSite
let events: VideoEvent[]

beforeAll(async () => {
  browser = await launchBrowser(SLOW_CAMERA)
})
afterAll(() => browser.close())
beforeEach(async () => {
  site = await startCallSite()
  events = []
  site.video.subscribe(event => events.push(event))
})
afterEach(async () => {
  for (const context of browser.contexts()) await context.close()
  await site.stop()
})

describe('a call between two browsers', { timeout: 180_000 }, () => {
  it('shows each the other and keeps going through a reload and a killed media worker', async () => {
    const [ann, bob] = await Promise.all([enter(browser, site.page('ann')), enter(browser, site.page('bob'))])
    await untilMoreFrames(ann, bob)
    const bobAgain = await enter(browser, site.page('bob'))
    await untilMoreFrames(ann, bobAgain)
    expect(await snapshot(bob)).toEqual({ status: 'ended', endReason: 'replaced' })

    await ann.reload()
    await untilMoreFrames(ann, bobAgain)

    site.video.signalWorkers('SIGKILL')
    await vi.waitFor(async () => expect((await site.video.health()).figures.workerDeaths).toBe(1), WITHIN)
    await untilMoreFrames(ann, bobAgain)

    await site.video.closeRoom('call-1', 'time-over')
    for (const page of [ann, bobAgain]) {
      await vi.waitFor(
        async () => expect(await snapshot(page)).toEqual({ status: 'ended', endReason: 'time-over' }),
        WITHIN,
      )
    }
  })

  it('continues, and its clock with it, while both have microphone and camera off', async () => {
    const pages = await Promise.all([enter(browser, site.page('ann')), enter(browser, site.page('bob'))])
    await untilMoreFrames(...pages)
    for (const page of pages) await page.evaluate("room.setMicrophone('off'); room.setCamera('off')")
    // Twice what makes a stall: nothing happens that could be waited for.
    await delay(4_000)
    expect(events.filter(({ type }) => type === 'media-stalled')).toEqual([])
    for (const page of pages) await page.evaluate("room.setMicrophone('on'); room.setCamera('on')")
    await untilMoreFrames(...pages)
  })

  it('takes up a camera that is allowed only after joining', async () => {
    const ann = await enter(browser, site.page('ann'))
    const late = await enter(browser, `${site.page('bob')}&camera=late`)
    await vi.waitFor(
      () => expect(events.filter(({ type }) => type === 'participant-joined')).toHaveLength(2),
      WITHIN,
    )
    expect(await frames(late)).toBe(0)
    await late.evaluate(
      'navigator.mediaDevices.getUserMedia({ audio: true, video: true }).then(s => room.setLocalStream(s))',
    )
    await untilMoreFrames(ann, late)
  })

  it('ends for good for someone who may not come back', async () => {
    const ann = await enter(browser, site.page('ann'))
    await vi.waitFor(async () => expect((await snapshot(ann)).status).toBe('connected'), WITHIN)
    site.refuseJoins()
    await site.video.removeParticipant('call-1', 'ann', 'login-revoked')
    await vi.waitFor(
      async () => expect(await snapshot(ann)).toEqual({ status: 'ended', endReason: 'login-revoked' }),
      WITHIN,
    )
    await ann.reload()
    await vi.waitFor(
      async () => expect(await snapshot(ann)).toEqual({ status: 'ended', endReason: 'refused' }),
      WITHIN,
    )
  })
})

it('an event is shown to a viewer who has no camera', { timeout: 180_000 }, async () => {
  const host = await enter(browser, site.page('host', { kind: 'broadcast', canSubscribe: false }))
  const viewer = await enter(browser, site.page('viewer', { kind: 'broadcast', canPublish: false }))
  await untilMoreFrames(viewer)
  expect(await frames(host)).toBe(0)
})
