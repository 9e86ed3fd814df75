import type { Locator, Page } from '@playwright/test'
import { countFrames } from '../support/moving-video.ts'
import { turnOnBoth } from './call-page.ts'

/** The page of a live event, by the words that a person finds on it. */
export class StreamPage {
  readonly page: Page
  readonly video: Locator
  readonly countdown: Locator
  readonly watching: Locator

  constructor(page: Page, side: 'owner' | 'viewer') {
    this.page = page
    this.video = page.getByTestId(side === 'owner' ? 'local-video' : 'remote-video')
    this.countdown = page.getByRole('timer', { name: 'Time left' })
    this.watching = page.getByTestId('watching')
  }

  /** Presses the buttons that lead the owner from the green room on air. */
  async goLive(): Promise<void> {
    await turnOnBoth(this.page)
    await this.page.getByRole('button', { name: 'Go live', exact: true }).click()
  }

  words(text: string | RegExp): Locator {
    return this.page.getByRole('status').filter({ hasText: text })
  }

  /** Frames that were decoded and shown so far; 0 without a video. */
  async framesShown(): Promise<number> {
    if ((await this.video.count()) === 0) return 0
    return this.video.evaluate(countFrames)
  }

  /** Seconds left as shown. */
  async secondsLeft(): Promise<number> {
    const [minutes = 0, seconds = 0] = (await this.countdown.innerText()).split(':').map(Number)
    return minutes * 60 + seconds
  }
}
