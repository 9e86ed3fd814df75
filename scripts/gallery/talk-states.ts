import type { Page } from '@playwright/test'
import { StreamPage } from '../../e2e/pages/stream-page.ts'
import { type State, visit } from './gallery.ts'

const PATH = '/stream/otto-outfits/:event'
const STARTS_WITHIN_MS = 40_000

const chat = (page: Page) => page.getByRole('complementary', { name: 'Chat' })

async function write(page: Page, text: string): Promise<void> {
  await page.getByRole('button', { name: /^Open the chat/ }).click()
  await chat(page).getByRole('textbox').fill(text)
  await page.keyboard.press('Enter')
  await chat(page).getByText(text).waitFor()
}

/** What an owner may do about a line of the chat, and the rules with refused words and a moderator. */
const eventChat: State = {
  name: 'event, chat, rules, moderators, refused words',
  async take(gallery) {
    const [owner, viewer] = [await gallery.demo.logIn('otto-outfits'), await gallery.demo.logIn('fay-fan')]
    const take = (page: Page, title: string, role: string) =>
      gallery.album.take(page, { title, role, frame: 'window', check: 'axe' })
    await visit(gallery, { person: viewer, path: PATH }, async watching => {
      await visit(gallery, { person: owner, path: PATH }, async onAir => {
        const stream = new StreamPage(onAir, 'owner')
        await stream.goLive()
        await stream.words('Live').waitFor({ timeout: STARTS_WITHIN_MS })
        await write(watching, 'Which thread do you use?')
        await onAir.getByRole('button', { name: /^Open the chat/ }).click()
        const act = chat(onAir).getByRole('button', { name: 'What to do about the line of @fay-fan' })
        await act.click()
        await onAir.getByRole('button', { name: 'Make @fay-fan a moderator' }).waitFor()
        await take(onAir, 'event chat, what to do about a line', 'otto-outfits')
        await onAir.getByRole('button', { name: 'Make @fay-fan a moderator' }).click()
        await onAir.getByRole('dialog').waitFor({ state: 'hidden' })
        await take(watching, 'event chat, as a moderator', 'fay-fan')
        await onAir.getByRole('button', { name: 'Rules of the chat' }).click()
        await onAir.getByLabel('Words that are refused').fill('spam\ncheap')
        await onAir.getByLabel('Words that are refused').blur()
        await onAir.getByRole('region', { name: 'Moderators' }).waitFor()
        await take(onAir, 'event chat, rules', 'otto-outfits')
        await onAir.getByRole('button', { name: 'Not any more' }).click()
        await onAir.keyboard.press('Escape')
      })
    })
  },
}

export const talkStates: readonly State[] = [eventChat]
