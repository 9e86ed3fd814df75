import { type Browser, expect, type Locator, type Page, test } from '@playwright/test'
import sharp from 'sharp'
import { CallPage } from './pages/call-page.ts'
import { StreamPage } from './pages/stream-page.ts'
import { violations } from './support/axe.ts'
import { drawScreen, shapeOf, wordsAbove } from './support/draw-screen.ts'
import { eventPeople } from './support/event-people.ts'
import { keyboardOf } from './support/keyboard.ts'
import { makePaidCall } from './support/paid-call.ts'
import { launchSecondBrowser, openServer } from './support/two-people.ts'
import { expectUncovered } from './support/uncovered.ts'

/** From the presses of Join to a call, on a busy machine. */
const MEET_WITHIN = { timeout: 60_000 }

/** On a phone on its side: how far the words about a shared screen end before the controls, which stand in a column. */
async function besideOnItsSide(page: Page, words: Locator): Promise<number> {
  const size = page.viewportSize()
  await page.setViewportSize({ width: 667, height: 320 })
  const controls = page.getByRole('button', { name: 'Mute microphone' })
  const last = page.getByRole('button', { name: 'End call', exact: true })
  const leftOf = async (button: Locator) => (await button.boundingBox())?.x
  await expect.poll(async () => (await leftOf(controls)) === (await leftOf(last))).toBe(true)
  const [said, column] = [await words.boundingBox(), await controls.boundingBox()]
  if (size) await page.setViewportSize(size)
  return said && column ? column.x - (said.x + said.width) : Number.NaN
}

let server: Awaited<ReturnType<typeof openServer>>
let theirs: Browser

test.beforeAll(async () => {
  server = await openServer()
  theirs = await launchSecondBrowser()
})
test.afterAll(async () => {
  await theirs?.close()
  await server?.close()
})

const chat = (page: Page) => page.getByRole('complementary', { name: 'Chat' })
/** A line of the chat; the page announces its text to screen readers beside the list too. */
const lineIn = (page: Page, text: string) =>
  page.getByRole('list', { name: 'Lines of the chat' }).getByText(text)
const write = async (page: Page, text: string) => {
  await chat(page).getByRole('textbox').fill(text)
  await page.keyboard.press('Enter')
}

/** Three times as wide as high. */
const wideImage = () =>
  sharp({ create: { width: 900, height: 300, channels: 3, background: '#c8371b' } })
    .png()
    .toBuffer()

type Shown = Window & { timesShown?: number }

/** In the page: counts how often the faded controls are shown again. */
function countShown(): void {
  const counted = window as Shown
  counted.timesShown = 0
  const stage = document.querySelector('[data-idle]')
  if (stage === null) return
  new MutationObserver(() => {
    if (!stage.hasAttribute('data-idle')) counted.timesShown = (counted.timesShown ?? 0) + 1
  }).observe(stage, { attributeFilter: ['data-idle'] })
}

test('two people in a call write to each other, by keyboard alone, react, and share a screen and a picture', async ({
  browser,
}) => {
  const call = await makePaidCall(server.origin, 600)
  const open = (by: Browser, side: 'fan' | 'influencer') =>
    CallPage.openSide(by, side, { origin: server.origin, call })
  const [fan, star] = [await open(browser, 'fan'), await open(theirs, 'influencer')]
  await fan.join()
  await star.join()
  await expect(fan.page.getByTestId('remote-video')).toBeVisible(MEET_WITHIN)
  await expect(star.page.getByTestId('remote-video')).toBeVisible(MEET_WITHIN)

  await fan.page.getByRole('button', { name: 'Open the chat' }).focus()
  await fan.page.keyboard.press('Enter')
  await expect(chat(fan.page).getByRole('textbox')).toBeFocused()
  // The controls of the other have faded; a line shows them, with the number of lines on the chat.
  await expect(star.page.locator('[data-idle]')).toBeAttached()
  await star.page.evaluate(countShown)
  await write(fan.page, 'Hello, can you hear me?')
  await expect.poll(() => star.page.evaluate(() => (window as Shown).timesShown), MEET_WITHIN).toBe(1)
  await star.page.getByRole('button', { name: 'Open the chat, 1 new line' }).click()
  await expect(lineIn(star.page, 'Hello, can you hear me?')).toBeVisible()
  await write(star.page, 'Yes, I can')
  await expect(lineIn(fan.page, 'Yes, I can')).toBeVisible()
  await write(fan.page, 'see evil.com')
  await expect(chat(fan.page).getByRole('status')).toHaveText('Links and addresses are not allowed here.')
  await chat(fan.page).getByRole('button', { name: 'Send a heart' }).click()
  await expect(star.page.getByTestId('reactions')).toContainText('❤️')
  expect(await violations(fan.page, 'light')).toEqual([])
  await fan.page.keyboard.press('Escape')
  await expect(chat(fan.page)).toHaveCount(0)
  await expect(fan.page.getByRole('button', { name: 'Open the chat' })).toBeFocused()

  const ownShape = await shapeOf(star.page)
  await fan.page.evaluate(drawScreen)
  await fan.page.getByRole('button', { name: 'More', exact: true }).click()
  await fan.page.getByRole('button', { name: 'Text or slides' }).click()
  await expect(fan.words('Your screen is seen in place of your camera.')).toBeVisible()
  await expect(star.words('shares a screen or a picture')).toBeVisible()
  await expect.poll(() => shapeOf(star.page), MEET_WITHIN).toBe(2)
  expect(await wordsAbove(star.page, star.words('shares a screen or a picture'))).toBeGreaterThanOrEqual(0)
  expect(await besideOnItsSide(star.page, star.words('shares a screen or a picture'))).toBeGreaterThanOrEqual(
    0,
  )
  expect(await violations(fan.page, 'dark')).toEqual([])
  await fan.page.getByRole('button', { name: 'Pause sharing' }).click()
  await expect(star.words('has paused sharing')).toBeVisible()
  await fan.page.getByRole('button', { name: 'Stop sharing' }).click()
  await expect.poll(() => shapeOf(star.page), MEET_WITHIN).toBe(ownShape)
  await expect(star.words('has paused sharing')).toHaveCount(0)

  // An image is shared in the same way; on a phone it is all that can be shared.
  const chooseImage = async (file: { name: string; mimeType: string; buffer: Buffer }) => {
    await fan.page.getByRole('button', { name: 'More', exact: true }).click()
    await fan.page.getByTestId('shared-picture').setInputFiles(file)
  }
  await chooseImage({ name: 'words.png', mimeType: 'image/png', buffer: Buffer.from('no picture') })
  await expect(fan.words('This file cannot be shown as a picture. Choose another one.')).toBeVisible()
  await chooseImage({ name: 'wide.png', mimeType: 'image/png', buffer: await wideImage() })
  await expect(fan.words('The picture you chose is seen in place of your camera.')).toBeVisible()
  await expect(star.words('shares a screen or a picture')).toBeVisible()
  await expect.poll(() => shapeOf(star.page), MEET_WITHIN).toBe(3)
  await fan.page.getByRole('button', { name: 'Stop sharing' }).click()
  await expect.poll(() => shapeOf(star.page), MEET_WITHIN).toBe(ownShape)
  await Promise.all([fan.close(), star.close()])
})

test('a viewer writes at an event; the host, live, mutes them, and their lines are removed', async () => {
  const people = eventPeople(server.origin)
  const [ivy, fred] = [await people.influencer('ivy'), await people.fan('fred')]
  const event = await people.event(ivy, { title: 'With a chat', duration: 600 })
  await people.place(fred, event)
  const [host, fan] = [await people.openPage(ivy, 'desk'), await people.openPage(fred, 'phone')]
  await fan.page.goto(`/stream/ivy/${event.slug}`)
  await fan.page.getByRole('button', { name: 'Open the chat' }).click()
  await write(fan.page, 'Hello from my phone')
  const stream = new StreamPage(host.page, 'owner')
  await host.page.goto(`/stream/ivy/${event.slug}`)
  await stream.goLive()
  await expect(stream.words('Live')).toBeVisible(MEET_WITHIN)
  await host.page.getByRole('button', { name: /^Open the chat/ }).click()
  await expect(lineIn(host.page, 'Hello from my phone')).toBeVisible()
  const end = host.page.getByRole('button', { name: 'End the event' })
  await host.page.setViewportSize({ width: 667, height: 375 })
  await expectUncovered(host.page, [
    end,
    chat(host.page),
    host.page.getByRole('timer', { name: 'Time left' }),
  ])
  await host.page.setViewportSize({ width: 1280, height: 800 })
  expect(await violations(host.page, 'light')).toEqual([])
  expect(await violations(fan.page, 'light')).toEqual([])
  const actions = chat(host.page).getByRole('button', { name: 'What to do about the line of @fred' })
  await actions.click()
  await host.page.getByRole('button', { name: 'Report this line' }).click()
  const sheet = host.page.getByRole('dialog')
  await sheet.getByRole('radio').first().check()
  await sheet.getByRole('button', { name: 'Send report' }).click()
  await expect(sheet.getByText('Thank you. Your report is with us')).toBeVisible()
  await sheet.getByRole('button', { name: 'Done' }).click()
  await actions.click()
  await host.page.getByRole('button', { name: 'Mute for 5 minutes' }).click()
  await expect(lineIn(fan.page, 'Hello from my phone')).toHaveCount(0)
  await expect(chat(fan.page).getByText('The host has muted you until')).toBeVisible()
  await expect(chat(fan.page).getByRole('textbox')).toBeDisabled()

  // Who is muted may still report, and what they have written of it outlasts the event.
  await write(host.page, 'Nobody wants you here')
  await chat(fan.page).getByRole('button', { name: 'What to do about the line of @ivy' }).click()
  await fan.page.getByRole('button', { name: 'Report this line' }).click()
  const theirs = fan.page.getByRole('dialog', { name: 'Report @ivy' })
  await theirs.getByRole('radio').first().check()
  await theirs.getByRole('textbox').fill('In front of everybody')
  await end.click()
  await host.page.getByRole('dialog').getByRole('button', { name: 'End it now' }).click()
  await expect(
    fan.page.getByRole('heading', { name: 'The event has ended', includeHidden: true }),
  ).toBeAttached(MEET_WITHIN)
  await expect(theirs.getByRole('textbox')).toHaveValue('In front of everybody')
  await theirs.getByRole('button', { name: 'Send report' }).click()
  await expect(fan.page.getByText('Thank you. Your report is with us')).toBeVisible()
  expect([...host.errors, ...fan.errors]).toEqual([])
  await Promise.all([host.browser.close(), fan.browser.close()])
})

test('who reads what was written before sees the line that they write, and one press leads to the newest', async () => {
  const people = eventPeople(server.origin)
  const [iris, reader, writer] = [
    await people.influencer('iris'),
    await people.fan('reader'),
    await people.fan('writer'),
  ]
  const event = await people.event(iris, { title: 'Much is written', duration: 600 })
  for (const each of [reader, writer]) await people.place(each, event)
  const [one, other] = [await people.openPage(reader, 'phone'), await people.openPage(writer, 'desk')]
  for (const { page } of [one, other]) {
    await page.goto(`/stream/iris/${event.slug}`)
    await page.getByRole('button', { name: 'Open the chat' }).click()
  }
  for (let n = 1; n <= 12; n++) {
    await write(other.page, `line ${n} of many`)
    // Of many lines at once, twenty a second reach a page.
    await expect(lineIn(one.page, `line ${n} of many`)).toBeInViewport()
  }
  const newest = chat(one.page).getByRole('button', { name: 'To the newest line' })
  await expect(newest).toBeHidden()
  const readFromStart = () =>
    one.page.getByRole('list', { name: 'Lines of the chat' }).evaluate(list => list.scrollTo(0, 0))

  await readFromStart()
  await write(one.page, 'I have read the first of them')
  await expect(lineIn(one.page, 'I have read the first of them')).toBeInViewport()

  await readFromStart()
  await write(other.page, 'and one more')
  await expect(lineIn(one.page, 'and one more')).toBeAttached()
  await expect(lineIn(one.page, 'line 1 of many')).toBeInViewport()
  expect(await violations(one.page, 'light')).toEqual([])
  await newest.click()
  await expect(lineIn(one.page, 'and one more')).toBeInViewport()
  await expect(newest).toBeHidden()
  expect([...one.errors, ...other.errors]).toEqual([])
  await Promise.all([one.browser.close(), other.browser.close()])
})

test('without a mouse a viewer chats, asks, votes and raises a hand; the host, live, reads, answers, hides and invites', async () => {
  const people = eventPeople(server.origin)
  const [ida, finn, gus] = [await people.influencer('ida'), await people.fan('finn'), await people.fan('gus')]
  const event = await people.event(ida, { title: 'With questions', duration: 600 })
  for (const each of [finn, gus]) await people.place(each, event)
  const [host, fan, other] = [
    await people.openPage(ida, 'desk'),
    await people.openPage(finn, 'phone'),
    await people.openPage(gus, 'desk'),
  ]
  const path = `/stream/ida/${event.slug}`
  const list = (page: Page) => page.getByRole('list', { name: 'Questions, those with the most votes first' })
  const [hosts, fans, others] = [keyboardOf(host.page), keyboardOf(fan.page), keyboardOf(other.page)]
  const askQuestion = async (page: Page, text: string) => {
    await keyboardOf(page).goTo(page.getByRole('textbox', { name: 'Ask the host a question' }))
    // A refused question stays in the field.
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type(text)
    await page.keyboard.press('Enter')
  }
  /** From the chat to the questions, by arrow key. */
  const toQuestions = async (page: Page) => {
    await keyboardOf(page).goTo(page.getByRole('tab', { name: 'Chat' }))
    await page.keyboard.press('ArrowRight')
    await expect(page.getByRole('tab', { name: /^Questions/ })).toBeFocused()
    await page.keyboard.press('Enter')
  }
  for (const [keys, { page }] of [
    [fans, fan],
    [others, other],
  ] as const) {
    await page.goto(path)
    await keys.press(page.getByRole('button', { name: 'Open the chat' }))
    await expect(chat(page).getByRole('textbox')).toBeFocused()
  }
  await fan.page.keyboard.type('Good evening')
  await fan.page.keyboard.press('Enter')
  await expect(lineIn(other.page, 'Good evening')).toBeVisible()
  // What a screen reader reads of new lines of others: one by its text, several by their number.
  const read = other.page.getByTestId('new-lines')
  await expect(read).toHaveText('@finn: Good evening')
  await expect(async () => {
    for (const text of ['Good', 'evening']) {
      await fan.page.keyboard.type(text)
      await fan.page.keyboard.press('Enter')
    }
    await expect(read).toHaveText('2 new lines')
  }).toPass(MEET_WITHIN)
  await expect(fan.page.getByTestId('new-lines')).toHaveText('')
  await toQuestions(fan.page)
  await expect(list(fan.page).getByText('Nobody has asked anything yet. Be the first.')).toBeVisible()
  await askQuestion(fan.page, 'see evil.com?')
  const note = chat(fan.page).getByRole('status')
  await expect(note).toHaveText('Links and addresses are not allowed here.')
  expect(fan.errors.splice(0)).toEqual([expect.stringContaining('400 (Bad Request)')])
  await askQuestion(fan.page, 'Which opening would you learn first?')
  await expect(list(fan.page).getByText('Which opening would you learn first?')).toBeVisible()
  await expect(note).toHaveText('You may ask 2 more questions until one of yours is answered.')

  await toQuestions(other.page)
  await expect(list(other.page).getByText('@finn')).toBeVisible()
  await askQuestion(other.page, 'How do you train?')
  const vote = other.page.getByRole('button', { name: 'Vote for “How do you train?”' })
  await others.press(vote)
  await expect(vote).toHaveAttribute('aria-pressed', 'true')
  // The vote of another viewer arrives without a reload, and moves the question to the top.
  await expect(list(fan.page).getByRole('listitem').first()).toContainText('How do you train?')
  await fans.press(fan.page.getByRole('button', { name: 'Vote for “How do you train?”, 1 vote' }))
  await expect(
    other.page.getByRole('button', { name: 'Vote for “How do you train?”, 2 votes' }),
  ).toBeVisible()

  const stream = new StreamPage(host.page, 'owner')
  await host.page.goto(path)
  await hosts.press(host.page.getByRole('button', { name: 'Turn on camera and microphone' }))
  await hosts.press(host.page.getByRole('button', { name: 'Go live', exact: true }))
  await expect(stream.words('Live')).toBeVisible(MEET_WITHIN)
  await hosts.press(host.page.getByRole('button', { name: /^Open the chat/ }))
  await others.goTo(other.page.getByRole('tab', { name: /^Questions/ }))
  await other.page.keyboard.press('ArrowLeft')
  await other.page.keyboard.press('Enter')
  // A viewer stands at a line that the host hides, and then at one that was refused and that they discard.
  const actionsOf = (page: Page) =>
    chat(page).getByRole('button', { name: 'What to do about the line of @finn' }).first()
  const lines = other.page.getByRole('list', { name: 'Lines of the chat' })
  await others.goTo(actionsOf(other.page))
  await hosts.press(actionsOf(host.page))
  await hosts.press(host.page.getByRole('button', { name: 'Hide this line' }))
  await expect(lineIn(other.page, 'Good evening')).toHaveCount(0)
  await expect(lines).toBeFocused()
  await others.type(chat(other.page).getByRole('textbox'), 'see evil.com')
  await other.page.keyboard.press('Enter')
  await others.press(chat(other.page).getByRole('button', { name: 'Discard' }))
  await expect(lineIn(other.page, 'see evil.com')).toHaveCount(0)
  await expect(lines).toBeFocused()
  await toQuestions(host.page)
  await expect(list(host.page).getByRole('listitem').first()).toContainText('How do you train?')
  for (const { page } of [host, fan, other]) expect(await violations(page, 'light')).toEqual([])
  await hosts.press(host.page.getByRole('button', { name: 'Answered: “How do you train?”' }))
  const answered = list(fan.page).getByRole('listitem').filter({ hasText: 'How do you train?' })
  await expect(answered.getByText('Answered')).toBeVisible()
  // The pressed vote became a number; its focus is on the list, so Tab and Escape go on from there.
  await expect(list(fan.page)).toBeFocused()
  await fan.page.keyboard.press('Escape')
  await fans.press(fan.page.getByRole('button', { name: /^Open the chat/ }))
  await toQuestions(fan.page)
  await expect(list(fan.page).getByRole('listitem').last()).toContainText('How do you train?')
  await hosts.press(host.page.getByRole('button', { name: 'Hide “Which opening would you learn first?”' }))
  await expect(list(fan.page).getByText('Which opening would you learn first?')).toHaveCount(0)
  expect(await violations(fan.page, 'dark')).toEqual([])
  await expect(list(host.page)).toBeFocused()
  await fan.page.keyboard.press('Escape')
  await host.page.keyboard.press('Escape')

  await fans.press(fan.page.getByRole('button', { name: 'Raise hand' }))
  // A status is read to a screen reader.
  await expect(fan.page.getByRole('status').filter({ hasText: 'Your hand is up.' })).toBeVisible()
  await hosts.press(host.page.getByRole('button', { name: '1 raised hand' }))
  await hosts.press(host.page.getByRole('button', { name: 'Invite @finn' }))
  const sheet = fan.page.getByRole('dialog', { name: '@ida invites you on the stage' })
  await expect(sheet).toContainText('2 people will see and hear you.')
  await fans.press(sheet.getByRole('button', { name: 'Not now' }))
  await expect(sheet).toHaveCount(0)
  await expect(fan.page.getByRole('button', { name: 'Raise hand' })).toBeVisible()
  await expect(stream.words('@finn is invited')).toHaveCount(0)
  expect([...host.errors, ...fan.errors, ...other.errors]).toEqual([])
  await Promise.all([host, fan, other].map(({ browser }) => browser.close()))
})
