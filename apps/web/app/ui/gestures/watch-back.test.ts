import { expect, it } from 'vitest'
import { watchBack } from './watch-back.ts'

const PIXEL = 'Mozilla/5.0 (Linux; Android 15; Pixel 9) Chrome/156.0.0.0 Mobile Safari/537.36'
const DESKTOP = 'Mozilla/5.0 (X11; Linux x86_64) Chrome/156.0.0.0 Safari/537.36'

/** A page whose watchers that wait for a Back are in `waiting`. */
function pageOf(userAgent: string) {
  const waiting = new Set<CloseWatcher>()
  class CloseWatcher {
    onclose: (() => void) | null = null
    constructor() {
      waiting.add(this)
    }
    destroy() {
      waiting.delete(this)
    }
  }
  const pressBack = () => {
    const newest = [...waiting].at(-1)
    newest?.destroy()
    newest?.onclose?.()
  }
  return { page: { CloseWatcher, navigator: { userAgent } }, waiting, pressBack }
}

it('a sheet that refuses to close gets the next Back of a phone too, and one that has closed gets none', () => {
  const { page, waiting, pressBack } = pageOf(PIXEL)
  let presses = 0
  const end = watchBack(page, () => presses++)
  for (let times = 1; times <= 3; times++) {
    expect(waiting.size).toBe(1)
    pressBack()
    expect(presses).toBe(times)
  }
  end()
  expect(waiting.size).toBe(0)
})

it('a sheet that closes at a Back leaves no watcher', () => {
  const { page, waiting, pressBack } = pageOf(PIXEL)
  const end = watchBack(page, () => end())
  pressBack()
  expect(waiting.size).toBe(0)
})

it('on a desktop, and in a browser without such requests, nothing is watched', () => {
  const { page, waiting } = pageOf(DESKTOP)
  watchBack(page, () => undefined)()
  expect(waiting.size).toBe(0)
  watchBack({ navigator: { userAgent: PIXEL } }, () => undefined)()
})
