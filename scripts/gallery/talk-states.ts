import type { SessionRequest } from '@parley/contract'
import type { Page } from '@playwright/test'
import type { TestPerson } from '../../apps/server/src/testing/api-caller.ts'
import { CallPage } from '../../e2e/pages/call-page.ts'
import { StreamPage } from '../../e2e/pages/stream-page.ts'
import { type EventPeople, eventPeople } from '../../e2e/support/event-people.ts'
import { type Gallery, type State, takerOf, visit, windowTakerOf } from './gallery.ts'
import { offerBlur, switchBlurOn } from './offer-blur.ts'

const STARTS_WITHIN_MS = 60_000
const MEETS = { timeout: STARTS_WITHIN_MS }

/** At an event this also has the questions. */
export const chat = (page: Page) => page.getByRole('complementary', { name: 'Chat' })

export async function openChat(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Open the chat/ }).click()
  await chat(page).getByRole('textbox').waitFor()
}

export async function write(page: Page, text: string): Promise<void> {
  await chat(page).getByRole('textbox').fill(text)
  await page.keyboard.press('Enter')
}

/** In the page: draws what stands for a shared window with slides. */
export function drawSlides(): void {
  const canvas = Object.assign(document.createElement('canvas'), { width: 1280, height: 720 })
  const pen = canvas.getContext('2d')
  setInterval(() => {
    if (!pen) return
    pen.fillStyle = '#fbfaf8'
    pen.fillRect(0, 0, 1280, 720)
    pen.fillStyle = '#17131f'
    pen.font = '600 72px sans-serif'
    pen.fillText('Three openings to learn first', 96, 180)
    pen.font = '40px sans-serif'
    for (const [index, line] of ['Italian game', 'Queen’s gambit', 'London system'].entries())
      pen.fillText(`${index + 1}  ${line}`, 96, 300 + index * 90)
  }, 200)
  navigator.mediaDevices.getDisplayMedia = async () => canvas.captureStream(5)
}

/** In the page: the bytes of an image, in base64. */
function drawPicture(): string {
  const canvas = Object.assign(document.createElement('canvas'), { width: 900, height: 1200 })
  const pen = canvas.getContext('2d')
  if (pen) {
    pen.fillStyle = '#f4e6cf'
    pen.fillRect(0, 0, 900, 1200)
    pen.fillStyle = '#2c5d63'
    for (const [x, y, size] of [
      [450, 380, 240],
      [300, 800, 160],
      [620, 860, 200],
    ] as const) {
      pen.beginPath()
      pen.arc(x, y, size, 0, 2 * Math.PI)
      pen.fill()
    }
  }
  return canvas.toDataURL('image/png').split(',')[1] ?? ''
}

/** Takes screenshots of both sides while an image is shared. */
async function shootPicture(gallery: Gallery, { mine, theirs }: { mine: Page; theirs: Page }): Promise<void> {
  const buffer = Buffer.from(await mine.evaluate(drawPicture), 'base64')
  await mine.getByRole('button', { name: 'More', exact: true }).click()
  await mine.getByTestId('shared-picture').setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer })
  await mine.getByText('The picture you chose is seen in place of your camera.').waitFor()
  await theirs.getByText('shares a screen or a picture').waitFor()
  await windowTakerOf(gallery, mine, 'fan')('call, sharing a picture')
  await windowTakerOf(gallery, theirs, 'influencer')('call, seeing a picture')
  await mine.getByRole('button', { name: 'Stop sharing' }).click()
}

/** Sends reactions until the answered function is called: each reaction is visible only for a moment. */
export async function keepReacting(page: Page): Promise<() => Promise<void>> {
  const timer = await page.evaluate(() => {
    const names = ['Send a heart', 'Applaud', 'Be amazed']
    let step = 0
    return window.setInterval(() => {
      const name = names[step++ % names.length]
      document.querySelector<HTMLElement>(`button[aria-label="${name}"]`)?.click()
    }, 600)
  })
  return () => page.evaluate(id => window.clearInterval(id), timer)
}

async function sellCall(
  people: EventPeople,
  { fan, star }: { fan: TestPerson; star: TestPerson },
): Promise<SessionRequest> {
  const booked = (await people.book(fan, star)).body
  const paying = (await people.pay(fan, booked)).body
  await people.confirm(paying)
  const back = { paymentIntentId: paying.payment_intent }
  await people.call(fan, 'POST /api/parley/parley_request/payment-intent/', back)
  return booked
}

/** Both pages of a call while the people write, react, share a screen, and report a problem. */
async function shootTalk(gallery: Gallery, { mine, theirs }: { mine: Page; theirs: Page }): Promise<void> {
  const takeMine = windowTakerOf(gallery, mine, 'fan')
  const takeTheirs = windowTakerOf(gallery, theirs, 'influencer')
  await openChat(mine)
  await takeMine('call, chat, nobody has written')
  await write(mine, 'Hello! Can you hear me well?')
  await theirs.getByRole('button', { name: 'Open the chat, 1 new line' }).waitFor()
  await takeTheirs('call, a new line')
  await openChat(theirs)
  await write(theirs, 'Yes, very well. Shall we begin with your last game?')
  await chat(mine).getByText('Yes, very well.').waitFor()
  await write(mine, 'It is on chess-games.com')
  await chat(mine).getByText('Links and addresses are not allowed here.').first().waitFor()
  await takeMine('call, chat, a line is refused')
  await takeTheirs('call, chat')
  const stop = await keepReacting(theirs)
  await mine.getByTestId('reactions').getByText('❤️').first().waitFor()
  await takeMine('call, reactions')
  await stop()
  await mine.keyboard.press('Escape')
  await theirs.keyboard.press('Escape')
  await mine.evaluate(drawSlides)
  await mine.getByRole('button', { name: 'More', exact: true }).click()
  await switchBlurOn(mine)
  await takeMine('call, what to share')
  await mine.getByRole('button', { name: 'Text or slides' }).click()
  await mine.getByText('Your screen is seen in place of your camera.').waitFor()
  await theirs.getByText('shares a screen or a picture').waitFor()
  await takeMine('call, sharing a screen')
  await takeTheirs('call, seeing a screen')
  await mine.getByRole('button', { name: 'Pause sharing' }).click()
  await theirs.getByText('has paused sharing').waitFor()
  await takeMine('call, sharing is paused')
  await takeTheirs('call, seeing a paused screen')
  await mine.getByRole('button', { name: 'Stop sharing' }).click()
  await shootPicture(gallery, { mine, theirs })
}

/** The shield of a call, up to the text about the money; nothing is confirmed. */
async function shootShield(gallery: Gallery, page: Page, name: string): Promise<void> {
  const take = windowTakerOf(gallery, page, 'fan')
  const shield = page.getByRole('button', { name: `Safety: @${name}` })
  await shield.click()
  await page.getByRole('dialog', { name: 'Is something wrong?' }).waitFor()
  await take('call, is something wrong?')
  await page.getByRole('button', { name: 'End and report' }).click()
  await page.getByRole('dialog', { name: `Report @${name}` }).waitFor()
  await take('call, end and report')
  await page.keyboard.press('Escape')
  await shield.click()
  await page.getByRole('button', { name: `Block @${name}` }).click()
  await page.getByRole('dialog').getByRole('listitem').first().waitFor()
  await take('call, block')
  await page.keyboard.press('Escape')
}

async function shootOpinion(gallery: Gallery, page: Page): Promise<void> {
  const take = takerOf(gallery, page, 'fan')
  await page.getByRole('button', { name: 'End call', exact: true }).click()
  await page.getByRole('button', { name: 'End Call', exact: true }).last().click()
  await page.getByRole('heading', { name: /^How was the call/ }).waitFor()
  await take('call ended, how was it?')
  await page.getByRole('button', { name: 'Not good' }).click()
  await page.getByRole('heading', { name: 'What was not good?' }).waitFor()
  await take('call ended, what was not good?')
  await page.getByRole('button', { name: 'The sound' }).click()
  await page.getByText('Thank you for telling us.').waitFor()
  await take('call ended, it was told')
}

const callTalk: State = {
  name: 'call, chat, reactions, sharing, shield, what was not good',
  async take(gallery) {
    const people = eventPeople(gallery.demo.origin)
    const [fan, star] = [await people.fan('cleo-chats'), await people.influencer('rosa-replies')]
    const { slug } = await sellCall(people, { fan, star })
    const before = async (page: Page) => {
      await page.addInitScript(offerBlur)
    }
    await visit(gallery, { person: fan, path: `/chat/${slug}`, before }, async mine => {
      await visit(gallery, { person: star, path: `/paidchat/${slug}` }, async theirs => {
        await new CallPage(mine).join()
        await new CallPage(theirs).join()
        for (const page of [mine, theirs]) await page.getByTestId('remote-video').waitFor(MEETS)
        await shootTalk(gallery, { mine, theirs })
        await shootShield(gallery, mine, star.username)
        await shootOpinion(gallery, mine)
      })
    })
  },
}

/** What the owner can do with a line of the chat, the rules, a moderator, and a muted person. */
async function shootRules(
  gallery: Gallery,
  { onAir, helper, loud }: { onAir: Page; helper: Page; loud: Page },
): Promise<void> {
  const takeOwner = windowTakerOf(gallery, onAir, 'owner')
  const actOn = (name: string) =>
    chat(onAir)
      .getByRole('button', { name: `What to do about the line of @${name}` })
      .click()
  await actOn('vera-views')
  const helps = onAir.getByRole('button', { name: 'Make @vera-views a moderator' })
  await helps.waitFor()
  await takeOwner('event chat, what to do about a line')
  await helps.click()
  await onAir.getByRole('dialog').waitFor({ state: 'hidden' })
  await chat(helper).getByRole('button', { name: 'What to do about the line of @walt-watches' }).waitFor()
  await windowTakerOf(gallery, helper, 'moderator')('event chat, as a moderator')
  await actOn('walt-watches')
  await onAir.getByRole('button', { name: 'Mute for 5 minutes' }).click()
  await chat(loud).getByText('The host has muted you until').waitFor()
  await windowTakerOf(gallery, loud, 'viewer')('event chat, muted')
  await onAir.getByRole('button', { name: 'Rules of the chat' }).click()
  await onAir.getByLabel('Words that are refused').fill('spam\ncheap')
  await onAir.getByLabel('Words that are refused').blur()
  await onAir.getByRole('region', { name: 'Moderators' }).waitFor()
  await takeOwner('event chat, rules')
  await onAir.keyboard.press('Escape')
}

async function sayAtEvent(page: Page, text: string): Promise<void> {
  await page.getByRole('button', { name: /^Open the chat/ }).click()
  await chat(page).getByRole('textbox').fill(text)
  await page.keyboard.press('Enter')
  await chat(page).getByText(text).waitFor()
}

const eventChat: State = {
  name: 'event, chat, moderators, sharing, rules, muted, reactions, removed',
  async take(gallery) {
    const people = eventPeople(gallery.demo.origin)
    const owner = await people.influencer('opal-onair')
    const [vera, walt] = [await people.fan('vera-views'), await people.fan('walt-watches')]
    const event = await people.event(owner, { title: 'Sewing a winter coat', duration: 3600 })
    for (const viewer of [vera, walt]) await people.place(viewer, event)
    await shootModerators(gallery, { people, owner, slug: event.slug })
    const path = `/stream/${owner.username}/${event.slug}`
    await visit(gallery, { person: vera, path }, async helper => {
      await visit(gallery, { person: walt, path }, async loud => {
        await visit(gallery, { person: owner, path }, async onAir => {
          await new StreamPage(onAir, 'owner').goLive()
          for (const page of [helper, loud]) await page.getByTestId('remote-video').waitFor(MEETS)
          await sayAtEvent(helper, 'Which thread do you use for the lining?')
          await windowTakerOf(gallery, helper, 'viewer')('event chat')
          await sayAtEvent(loud, 'This is boring. Buy my coats instead!')
          await onAir.getByRole('button', { name: /^Open the chat/ }).click()
          await windowTakerOf(gallery, onAir, 'owner')('event chat')
          const stop = await keepReacting(helper)
          await onAir.getByTestId('reactions').getByText('❤️').first().waitFor()
          await windowTakerOf(gallery, onAir, 'owner')('event, reactions')
          await stop()
          await shootEventShare(gallery, { onAir, viewer: loud })
          await shootRules(gallery, { onAir, helper, loud })
          await shootRemoved(gallery, { onAir, removed: helper })
        })
      })
    })
  },
}

/** Before the event the owner names a moderator on its page. */
async function shootModerators(
  gallery: Gallery,
  { people, owner, slug }: { people: EventPeople; owner: TestPerson; slug: string },
): Promise<void> {
  const helper = await people.fan('mick-moderates')
  await visit(gallery, { person: owner, path: `/live-event/${slug}` }, async page => {
    const take = windowTakerOf(gallery, page, 'owner')
    await page.getByRole('button', { name: 'Moderators' }).click()
    await page.getByText('Nobody yet: you do all of it yourself.').waitFor()
    await take('event, no moderators')
    await page.getByLabel('Username').fill(helper.username)
    await page.getByRole('button', { name: 'Add moderator' }).click()
    await page.getByText(`@${helper.username}`).waitFor()
    await page.getByLabel('Username').fill('nobody-has-this-name')
    await page.getByRole('button', { name: 'Add moderator' }).click()
    await page.getByText('There is nobody of this name').waitFor()
    await take('event, moderators')
  })
}

/** The owner's shared window, seen by the owner and by a viewer. */
async function shootEventShare(
  gallery: Gallery,
  { onAir, viewer }: { onAir: Page; viewer: Page },
): Promise<void> {
  const takers = [windowTakerOf(gallery, onAir, 'owner'), windowTakerOf(gallery, viewer, 'viewer')]
  const takeBoth = async (title: string) => {
    for (const take of takers) await take(title)
  }
  for (const page of [onAir, viewer]) await page.keyboard.press('Escape')
  await onAir.evaluate(drawSlides)
  await onAir.getByRole('button', { name: 'Sound and picture' }).click()
  await windowTakerOf(gallery, onAir, 'owner')('event, what to share')
  await onAir.getByRole('button', { name: 'Text or slides' }).click()
  await viewer.getByText('shares a screen or a picture').waitFor()
  await takeBoth('event, a shared screen')
  await onAir.getByRole('button', { name: 'Pause sharing' }).click()
  await viewer.getByText('has paused sharing').waitFor()
  await takeBoth('event, sharing is paused')
  await onAir.getByRole('button', { name: 'Stop sharing' }).click()
  for (const page of [onAir, viewer]) await openChat(page)
}

/** The list of viewers, and what a viewer reads whom the owner has removed. */
async function shootRemoved(
  gallery: Gallery,
  { onAir, removed }: { onAir: Page; removed: Page },
): Promise<void> {
  const takeOwner = windowTakerOf(gallery, onAir, 'owner')
  await chat(onAir).getByRole('button', { name: 'What to do about the line of @vera-views' }).click()
  await onAir.getByRole('button', { name: 'Remove from the event' }).click()
  await removed.getByTestId('remote-video').waitFor({ state: 'detached' })
  await windowTakerOf(gallery, removed, 'viewer')('event, removed')
  await onAir.getByRole('button', { name: 'Close the chat' }).first().click()
  await onAir.getByRole('button', { name: /watching/ }).click()
  await onAir.getByRole('button', { name: 'Safety: @walt-watches' }).click()
  await onAir.getByRole('dialog', { name: 'Is something wrong?' }).waitFor()
  await takeOwner('event, about one who watches')
}

export const talkStates: readonly State[] = [callTalk, eventChat]
