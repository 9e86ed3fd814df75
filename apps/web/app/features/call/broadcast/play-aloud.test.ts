import { expect, it } from 'vitest'
import { playAloud } from './play-aloud.ts'

/** A browser's element, which plays sound only once somebody has touched the page. */
function openPage() {
  const page = new EventTarget()
  let isTouched = false
  const plays: string[] = []
  const element = {
    muted: false,
    async play() {
      plays.push(element.muted ? 'silent' : 'aloud')
      if (!element.muted && !isTouched) throw new DOMException('a touch first', 'NotAllowedError')
    },
  }
  const settle = () => new Promise(resolve => setTimeout(resolve))
  const press = async (kind: 'click' | 'keydown', counts: boolean) => {
    isTouched ||= counts
    page.dispatchEvent(new Event(kind))
    await settle()
  }
  return { page, element, plays, press, settle }
}

it.each(['click', 'keydown'] as const)(
  'what the browser blocks plays without sound until a %s',
  async kind => {
    const { page, element, plays, press, settle } = openPage()
    playAloud(element, page)
    await settle()
    expect([element.muted, plays]).toEqual([true, ['aloud', 'silent']])
    // Not every key counts for a browser.
    await press(kind, false)
    expect(element.muted).toBe(true)
    await press(kind, true)
    expect([element.muted, plays.at(-1)]).toEqual([false, 'aloud'])
    plays.splice(0)
    await press(kind, true)
    expect(plays).toEqual([])
  },
)

it('what plays aloud waits for no press, and what was left is not heard after one', async () => {
  const { page, element, plays, press, settle } = openPage()
  await press('click', true)
  playAloud(element, page)
  await settle()
  await press('click', true)
  expect(plays).toEqual(['aloud'])

  const left = openPage()
  const stop = playAloud(left.element, left.page)
  await left.settle()
  stop()
  await left.press('click', true)
  expect([left.element.muted, left.plays]).toEqual([true, ['aloud', 'silent']])
})
