import type { Page } from '@playwright/test'

/** In the page, before it loads: cameras that can blur what is behind a person, which no fake camera can. */
export function offerBlur(): void {
  const blurred = new WeakSet<MediaStreamTrack>()
  const { getCapabilities, getSettings, applyConstraints } = MediaStreamTrack.prototype
  Object.assign(MediaStreamTrack.prototype, {
    getCapabilities(this: MediaStreamTrack) {
      const able = getCapabilities.call(this)
      return this.kind === 'video' ? { ...able, backgroundBlur: [true, false] } : able
    },
    getSettings(this: MediaStreamTrack) {
      return { ...getSettings.call(this), backgroundBlur: blurred.has(this) }
    },
    async applyConstraints(this: MediaStreamTrack, wanted: MediaTrackConstraints = {}) {
      const { backgroundBlur: blur, ...others } = wanted as { backgroundBlur?: { exact: boolean } }
      if (blur?.exact) blurred.add(this)
      else blurred.delete(this)
      await applyConstraints.call(this, others)
    },
  })
}

/** In the page: switches the blur on in the open sheet of settings. */
export async function switchBlurOn(page: Page): Promise<void> {
  const blur = page.getByRole('switch', { name: 'Blur my background' })
  await blur.click()
  await page.getByRole('switch', { name: 'Blur my background', checked: true }).waitFor()
}
