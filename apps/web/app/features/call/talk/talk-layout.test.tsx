import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { announce } from './announcements.tsx'
import { QuestionPanel } from './questions/question-panel.tsx'
import { Questions } from './questions/questions.ts'
import { createTalk } from './talk.ts'
import { TalkLayout } from './talk-layout.tsx'

const liveRegions = (html: string) => html.split('aria-live="polite"').length - 1
const line = (text: string) => ({
  ...{ id: text, from: 'fred', role: 'member' as const, text, at: '2026-05-17T12:00:00Z' },
})

it.each(['closed', 'open'])('new lines are read to a screen reader once while the chat is %s', chatIs => {
  const talk = createTalk(() => undefined)
  if (chatIs === 'open') talk.chat.open()
  const html = renderToStaticMarkup(
    <TalkLayout talk={talk} kind="call">
      picture
    </TalkLayout>,
  )
  expect(html.includes('Lines of the chat')).toBe(chatIs === 'open')
  expect(liveRegions(html)).toBe(1)
})

it('nothing is read where nobody is met', () => {
  const html = renderToStaticMarkup(
    <TalkLayout talk={null} kind="call">
      picture
    </TalkLayout>,
  )
  expect(liveRegions(html)).toBe(0)
})

it('lines from before the page was opened are not read out, those of a break are, each one once', () => {
  const { chat } = createTalk(() => undefined)
  let announced: ReadonlySet<string> = new Set(['of a line that has left the list'])
  const read = () => {
    const { lines } = chat.getSnapshot()
    const next = announce(lines, announced)
    announced = next.announced
    // An event of hours has more lines than a page keeps.
    expect(announced.size).toBe(lines.length)
    return next.fresh.map(({ text }) => text)
  }
  chat.apply({ from_start: true, lines: [line('One'), line('Two')] })
  expect(read()).toEqual([])
  chat.apply({ lines: [line('Three')] })
  chat.say('Mine')
  expect(read()).toEqual(['Three'])
  chat.apply({ from_start: true, lines: [line('One'), line('Two'), line('Three'), line('Four')] })
  expect(read()).toEqual(['Four'])
})

const countOf = (html: string, words: string) => html.split(words).length - 1

it('a refused line says why, once on the screen and once to a screen reader', () => {
  const talk = createTalk(() => undefined)
  talk.chat.open()
  talk.chat.say('see evil.com')
  const [mine] = talk.chat.getSnapshot().lines
  talk.chat.apply({ refused: { id: mine?.id ?? null, why: 'link' } })
  const html = () =>
    renderToStaticMarkup(
      <TalkLayout talk={talk} kind="call">
        picture
      </TalkLayout>,
    )
  const words = 'Links and addresses are not allowed here.'
  expect(countOf(html(), words)).toBe(2)
  expect(html()).toMatch(new RegExp(`role="status"><span class="visually-hidden">${words}</span></p>`))
  talk.chat.apply({ refused: { id: null, why: 'not_yours' } })
  expect(html()).toMatch(/data-problem="true" role="status">Only the host can do that\.<\/p>/)
})

it('what a person has typed is there again after they looked at the other tab, or closed the panel', () => {
  const talk = createTalk(() => undefined)
  talk.chat.draft = 'Half a li'
  talk.chat.open()
  const panel = (
    <TalkLayout talk={talk} kind="call">
      picture
    </TalkLayout>
  )
  expect(renderToStaticMarkup(panel)).toContain('value="Half a li"')
  const none = () => Promise.reject(new Error('nothing is requested'))
  const questions = new Questions({ slug: 'a', get: none, post: none, newId: () => 'key' })
  questions.draft = 'Half a questi'
  const html = renderToStaticMarkup(<QuestionPanel {...({ questions, role: 'member' } as const)} />)
  expect(html).toMatch(/<textarea[^>]*>Half a questi<\/textarea>/)
})
