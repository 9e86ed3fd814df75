import type { Browser, Locator, Page } from '@playwright/test'
import { logIn } from '../support/log-in.ts'
import { countFrames } from '../support/moving-video.ts'
import type { CallPerson, PaidCall } from '../support/paid-call.ts'

const OPENS_WITHIN_MS = 60_000
/** Drawing a large video and animations costs more CPU than the call itself: so a phone, and little motion. */
const SMALL = { viewport: { width: 390, height: 700 }, reducedMotion: 'reduce' } as const

/** In a green room: the tap that turns camera and microphone on. */
export async function turnOnBoth(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: 'Turn on camera and microphone' })
    .click({ timeout: OPENS_WITHIN_MS })
}

/** The page of one side of a call, by the words that a person finds on it. */
export class CallPage {
  readonly page: Page
  readonly remoteVideo: Locator
  readonly ownVideo: Locator
  readonly countdown: Locator
  readonly endDialog: Locator

  constructor(page: Page) {
    this.page = page
    this.remoteVideo = page.getByTestId('remote-video')
    this.ownVideo = page.getByTestId('local-video')
    this.countdown = page.getByRole('timer', { name: 'Time left' })
    this.endDialog = page.getByRole('dialog', { name: 'End the session?' })
  }

  /** Opens a call in a separate browser in which this person is logged in. */
  static async open(
    browser: Browser,
    at: {
      origin: string
      path: string
      person: CallPerson
      beforeLoad?: () => void
      place?: 'phone' | 'desk'
    },
  ): Promise<CallPage> {
    const context = await browser.newContext(at.place === 'desk' ? {} : SMALL)
    await logIn(context, at.person.tokens)
    if (at.beforeLoad) await context.addInitScript(at.beforeLoad)
    const page = await context.newPage()
    await page.goto(at.origin + at.path)
    return new CallPage(page)
  }

  /** Opens a paid call for one of its parties. */
  static openSide(
    browser: Browser,
    side: 'fan' | 'influencer',
    { origin, call, ...more }: { origin: string; call: PaidCall; beforeLoad?: () => void },
  ): Promise<CallPage> {
    const path = `/${side === 'fan' ? 'chat' : 'paidchat'}/${call.request.slug}`
    return CallPage.open(browser, { origin, path, person: call[side], ...more })
  }

  /** Leaves the green room with camera and microphone on: both are off until a person turns them on. */
  async join(): Promise<void> {
    await turnOnBoth(this.page)
    await this.page.getByRole('button', { name: 'Join', exact: true }).click()
  }

  waitingFor(username: string): Locator {
    return this.page.getByRole('heading', { name: `Waiting for @${username}` })
  }

  words(text: string | RegExp): Locator {
    return this.page.getByRole('status').filter({ hasText: text })
  }

  button(
    name:
      | 'Mute microphone'
      | 'Unmute microphone'
      | 'Turn camera off'
      | 'Turn camera on'
      | 'More'
      | 'End call',
  ) {
    return this.page.getByRole('button', { name, exact: true })
  }

  /** Frames of the other person that were decoded and shown so far; 0 without a video. */
  async framesShown(): Promise<number> {
    if ((await this.remoteVideo.count()) === 0) return 0
    return this.remoteVideo.evaluate(countFrames)
  }

  /** The other person's audio and video tracks that arrive. */
  liveTracks(): Promise<string[]> {
    return this.remoteVideo.evaluate(video => {
      const stream = (video as HTMLVideoElement).srcObject as MediaStream | null
      return (stream?.getTracks() ?? []).filter(track => !track.muted).map(track => track.kind)
    })
  }

  /** Seconds left as shown. */
  async secondsLeft(): Promise<number> {
    const [minutes = 0, seconds = 0] = (await this.countdown.innerText()).split(':').map(Number)
    return minutes * 60 + seconds
  }

  close(): Promise<void> {
    return this.page.context().close()
  }
}
