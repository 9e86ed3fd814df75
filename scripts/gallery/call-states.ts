import type { Page } from '@playwright/test'
import { CallPage, turnOnBoth } from '../../e2e/pages/call-page.ts'
import { StreamPage } from '../../e2e/pages/stream-page.ts'
import { logIn } from '../../e2e/support/log-in.ts'
import type { CallPerson } from '../../e2e/support/paid-call.ts'
import { makePaidCall } from '../../e2e/support/paid-call.ts'
import { type Gallery, type State, visit } from './gallery.ts'

const STARTS_WITHIN_MS = 40_000

const seen = (page: Page) => page.getByTestId('remote-video').waitFor({ timeout: STARTS_WITHIN_MS })

const callLive: State = {
  name: 'green room, call waiting, live, more, end, reconnecting',
  async take(gallery) {
    const [fan, influencer] = [await gallery.demo.logIn('fay-fan'), await gallery.demo.logIn('nora-chess')]
    const take = (page: Page, title: string, role = 'fay-fan') =>
      gallery.album.take(page, { title, role, frame: 'window', check: 'axe' })
    await visit(gallery, { person: fan, path: '/chat/:call' }, async mine => {
      await mine.getByRole('heading', { name: 'Waiting for @nora-chess' }).waitFor()
      await mine.getByText('Your connection is good.').waitFor({ timeout: STARTS_WITHIN_MS })
      await take(mine, 'green room, switched off')
      await turnOnBoth(mine)
      await mine.getByText('Your camera works.').waitFor()
      await take(mine, 'green room')
      await mine.getByRole('button', { name: 'Join', exact: true }).click()
      await mine.getByRole('status').filter({ hasText: 'Your connection is ready' }).waitFor()
      await take(mine, 'call waiting')
      await visit(gallery, { person: influencer, path: '/paidchat/:call' }, async theirs => {
        await new CallPage(theirs).join()
        await Promise.all([seen(mine), seen(theirs)])
        await mine.getByRole('status').filter({ hasText: 'Connected' }).first().waitFor()
        await take(mine, 'call live')
        await take(theirs, 'call live', 'nora-chess')
        await mine.getByRole('button', { name: 'More', exact: true }).click()
        await mine.getByRole('dialog').waitFor()
        await take(mine, 'call, camera and sound')
        await mine.keyboard.press('Escape')
        await mine.getByRole('button', { name: 'Ask @nora-chess for a keepsake' }).click()
        const yes = theirs.getByRole('button', { name: 'Yes, take it' })
        await yes.waitFor()
        await take(mine, 'call, keepsake asked')
        await take(theirs, 'call, keepsake?', 'nora-chess')
        await yes.click()
        await mine.getByText('You both have the picture now').waitFor({ timeout: STARTS_WITHIN_MS })
        await take(mine, 'call, keepsake')
        await visit(gallery, { person: fan, path: '/keepsakes' }, async kept => {
          await kept.getByRole('img', { name: 'You and @nora-chess' }).waitFor()
          await gallery.album.take(kept, {
            title: 'keepsakes',
            role: 'fay-fan',
            frame: 'whole',
            check: 'axe',
          })
          await kept.getByRole('button', { name: 'Take it away' }).click()
          await kept.getByRole('dialog').waitFor()
          await take(kept, 'keepsake, take away?')
        })
        await mine.getByRole('button', { name: 'End call', exact: true }).click()
        await mine.getByRole('dialog', { name: 'End the session?' }).waitFor()
        await take(mine, 'call, end?')
        await mine.keyboard.press('Escape')
        await mine.context().setOffline(true)
        await mine.getByRole('status').filter({ hasText: 'Reconnecting' }).first().waitFor()
        await take(mine, 'call reconnecting')
      })
    })
  },
}

async function sit(gallery: Gallery, caller: CallPerson, path: string): Promise<Page> {
  const context = await gallery.browser.newContext({ permissions: ['camera', 'microphone'] })
  await logIn(context, caller.tokens)
  const page = await context.newPage()
  await page.goto(gallery.demo.origin + path)
  return page
}

const callEnded: State = {
  name: 'call ended, receipt of a used call',
  async take(gallery) {
    const { request, fan, influencer } = await makePaidCall(gallery.demo.origin, 8)
    const mine = await sit(gallery, fan, `/chat/${request.slug}`)
    const theirs = await sit(gallery, influencer, `/paidchat/${request.slug}`)
    await Promise.all([new CallPage(mine).join(), new CallPage(theirs).join()])
    for (const page of [mine, theirs]) {
      const ended = page.getByRole('heading', { name: 'The call has ended' })
      await ended.waitFor({ timeout: STARTS_WITHIN_MS })
      const role = page === mine ? 'fan' : 'influencer'
      await gallery.album.take(page, { title: 'call ended', role, frame: 'window', check: 'axe' })
    }
    for (const [page, role] of [
      [mine, 'fan'],
      [theirs, 'influencer'],
    ] as const) {
      const take = (title: string, frame: 'window' | 'whole') =>
        gallery.album.take(page, { title, role, frame, check: 'axe' })
      await page.goto(`${gallery.demo.origin}/receipt/${request.slug}`)
      await page.getByText('Time used').first().waitFor()
      await take('receipt of a used call', 'whole')
      await page.getByRole('button', { name: 'Something was wrong' }).click()
      await page.getByRole('dialog').waitFor()
      await take('receipt, something was wrong', 'window')
      await page.keyboard.press('Escape')
      if (role === 'fan') continue
      await page.getByRole('button', { name: 'Give money back' }).click()
      await page.getByLabel('Amount in pounds').fill('1')
      await take('receipt, giving money back', 'window')
    }
    await theirs.context().close()
    await mine.context().close()
  },
}

/** A viewer asks two questions, and votes for one of them. */
async function sendQuestion(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Open the chat/ }).click()
  await page.getByRole('tab', { name: /^Questions/ }).click()
  const questions = ['Where do you find cloth like the one of the green coat?', 'Do you sew by hand?']
  for (const text of questions) {
    await page.getByRole('textbox', { name: 'Ask the host a question' }).fill(text)
    await page.keyboard.press('Enter')
    await page.getByRole('listitem').filter({ hasText: text }).waitFor()
  }
  await page.getByRole('button', { name: /^Vote for “Where/ }).click()
  await page.getByRole('button', { name: /“Where.*1 vote$/ }).waitFor()
}

const eventLive: State = {
  name: 'event waiting, live, who watches',
  async take(gallery) {
    const [owner, viewer] = [await gallery.demo.logIn('otto-outfits'), await gallery.demo.logIn('fay-fan')]
    const path = '/stream/otto-outfits/:event'
    const take = (page: Page, title: string, role: string) =>
      gallery.album.take(page, { title, role, frame: 'window', check: 'axe' })
    await visit(gallery, { person: viewer, path }, async watching => {
      await watching.getByRole('status').filter({ hasText: 'Waiting for' }).first().waitFor()
      await take(watching, 'event waiting', 'fay-fan')
      await visit(gallery, { person: owner, path }, async onAir => {
        await onAir.getByRole('button', { name: 'Turn on camera and microphone' }).waitFor()
        await take(onAir, 'event, green room', 'otto-outfits')
        await new StreamPage(onAir, 'owner').goLive()
        await onAir
          .getByRole('status')
          .filter({ hasText: 'Live' })
          .first()
          .waitFor({ timeout: STARTS_WITHIN_MS })
        await seen(watching)
        await take(onAir, 'event live', 'otto-outfits')
        await take(watching, 'event live', 'fay-fan')
        await sendQuestion(watching)
        await take(watching, 'event, questions', 'fay-fan')
        await onAir.getByRole('button', { name: /^Open the chat/ }).click()
        await onAir.getByRole('tab', { name: /^Questions/ }).click()
        await onAir.getByRole('button', { name: /^Answered: “Do you sew/ }).click()
        await onAir.getByRole('listitem').filter({ hasText: 'Answered' }).last().waitFor()
        await take(onAir, 'event, questions', 'otto-outfits')
        await onAir.getByRole('button', { name: /^Hide “Do you sew/ }).click()
        await onAir.getByRole('button', { name: 'Show it again' }).waitFor()
        await take(onAir, 'event, question hidden', 'otto-outfits')
        await onAir.getByRole('button', { name: 'Close the chat' }).first().click()
        await onAir.getByRole('button', { name: /watching/ }).click()
        await onAir.getByRole('list', { name: 'Watching now' }).waitFor()
        await take(onAir, 'event, who watches', 'otto-outfits')
      })
    })
  },
}

const eventStage: State = {
  name: 'event, raised hand, invitation, stage',
  async take(gallery) {
    const [owner, viewer] = [await gallery.demo.logIn('otto-outfits'), await gallery.demo.logIn('fay-fan')]
    const path = '/stream/otto-outfits/:event'
    const take = (page: Page, title: string, role: string) =>
      gallery.album.take(page, { title, role, frame: 'window', check: 'axe' })
    await visit(gallery, { person: viewer, path }, async watching => {
      await visit(gallery, { person: owner, path }, async onAir => {
        await new StreamPage(onAir, 'owner').goLive()
        await seen(watching)
        await watching.getByRole('button', { name: 'Raise hand' }).click()
        await watching.getByText('Your hand is up. The host sees it.').waitFor()
        await take(watching, 'event, hand raised', 'fay-fan')
        await onAir.getByRole('button', { name: '1 raised hand' }).click()
        await take(onAir, 'event, raised hands', 'otto-outfits')
        await onAir.getByRole('button', { name: 'Invite @fay-fan' }).click()
        const sheet = watching.getByRole('dialog')
        await sheet.getByTestId('local-video').waitFor()
        await take(watching, 'event, invited on the stage', 'fay-fan')
        await sheet.getByRole('button', { name: 'Go on the stage' }).click()
        await onAir.keyboard.press('Escape')
        await onAir.getByTestId('guest-video').waitFor({ timeout: STARTS_WITHIN_MS })
        await onAir.getByRole('dialog').waitFor({ state: 'hidden' })
        await take(onAir, 'event, guest on the stage', 'otto-outfits')
        await watching.getByRole('button', { name: 'Leave the stage' }).waitFor()
        await take(watching, 'event, on the stage', 'fay-fan')
        await onAir.getByRole('button', { name: 'Mute guest', exact: true }).click()
        await watching.getByText('The host has muted you').waitFor()
        await take(watching, 'event, muted on the stage', 'fay-fan')
        await onAir.getByRole('button', { name: 'Remove guest' }).click()
        await onAir.getByTestId('guest-video').waitFor({ state: 'detached' })
      })
    })
  },
}

export const callStates: readonly State[] = [callLive, callEnded, eventLive, eventStage]
