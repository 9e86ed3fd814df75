import type { Page } from '@playwright/test'
import { type Gallery, type State, windowTakerOf } from './gallery.ts'
import { offerBlur, switchBlurOn } from './offer-blur.ts'
import { meetInTurn, type TurnPages } from './queue-states.ts'

/** The countdown, the photo and its upload. */
const KEPT_WITHIN_MS = 40_000

/** The shields of both sides, up to the text about the money; nothing is confirmed. */
async function shootShields(gallery: Gallery, { host, fan, line }: TurnPages): Promise<void> {
  const [takeHost, takeFan] = [windowTakerOf(gallery, host, 'host'), windowTakerOf(gallery, fan, 'fan')]
  const [fiona] = line.fans
  for (const { page, take, open, name } of [
    { page: fan, take: takeFan, open: `Safety: @${line.host.username}`, name: line.host.username },
    { page: host, take: takeHost, open: 'Something is wrong', name: fiona?.username },
  ]) {
    await page.getByRole('button', { name: open }).click()
    await page.getByRole('dialog').waitFor()
    await take('queue, in turn, is something wrong?')
    await page.getByRole('button', { name: 'End and report' }).click()
    await page.getByRole('dialog', { name: `Report @${name}` }).waitFor()
    await take('queue, in turn, end and report')
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
  }
}

async function shootSettings(gallery: Gallery, { host, fan }: TurnPages): Promise<void> {
  await fan.getByRole('button', { name: 'More', exact: true }).click()
  await switchBlurOn(fan)
  await windowTakerOf(gallery, fan, 'fan')('queue, own turn, camera and sound')
  await fan.keyboard.press('Escape')
  await host.getByRole('button', { name: 'Camera and sound' }).click()
  await host.getByRole('switch', { name: 'Blur my background' }).waitFor()
  await windowTakerOf(gallery, host, 'host')('queue, in turn, camera and sound')
  await host.keyboard.press('Escape')
}

async function shootKeepsake(gallery: Gallery, { host, fan, line }: TurnPages): Promise<void> {
  const [takeHost, takeFan] = [windowTakerOf(gallery, host, 'host'), windowTakerOf(gallery, fan, 'fan')]
  await fan.getByRole('button', { name: `Ask @${line.host.username} for a keepsake` }).click()
  const yes = host.getByRole('button', { name: 'Yes, take it' })
  await yes.waitFor()
  await takeFan('queue, own turn, keepsake asked')
  await takeHost('queue, in turn, keepsake?')
  await host.getByRole('button', { name: /^Open the chat/ }).click()
  await takeHost('queue, in turn, keepsake? with the chat')
  await yes.click()
  await fan.getByText('You both have the picture now').waitFor({ timeout: KEPT_WITHIN_MS })
  await takeFan('queue, own turn, keepsake')
}

const prepare = async (page: Page) => {
  await page.addInitScript(offerBlur)
}

const turn: State = {
  name: 'queue turn: shield, settings with blur, keepsake',
  take: gallery =>
    meetInTurn(gallery, { of: 'keeps', prepare }, async pages => {
      await shootShields(gallery, pages)
      await shootSettings(gallery, pages)
      await shootKeepsake(gallery, pages)
    }),
}

export const turnStates: readonly State[] = [turn]
