import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { keepFocusIn } from './keep-focus.ts'

/** An element of a page, as far as the focus is concerned. */
class PageElement extends EventTarget {
  isConnected = true
  focus = vi.fn()
}

const body = new PageElement()
let removed: () => void = () => undefined
let stop: () => void = () => undefined

beforeEach(() => {
  vi.stubGlobal('Element', PageElement)
  vi.stubGlobal('document', { body, activeElement: body })
  vi.stubGlobal(
    'MutationObserver',
    class {
      constructor(dispatch: () => void) {
        removed = dispatch
      }
      observe() {}
      disconnect() {
        removed = () => undefined
      }
    },
  )
})
afterEach(() => {
  stop()
  vi.unstubAllGlobals()
})

/** A list with a button in it, and the focus events of a browser. */
function openList() {
  const [list, button] = [new PageElement(), new PageElement()]
  stop = keepFocusIn(list as unknown as HTMLElement, () => list)
  const dispatch = (what: 'focusin' | 'focusout') => {
    const event = new Event(what)
    Object.defineProperty(event, 'target', { value: button })
    list.dispatchEvent(event)
  }
  const setFocus = (on: PageElement) => void Object.assign(document, { activeElement: on })
  return {
    list,
    focusButton() {
      setFocus(button)
      dispatch('focusin')
    },
    async moveFocusTo(other: PageElement) {
      setFocus(other)
      dispatch('focusout')
      await Promise.resolve()
    },
    /** `reported`: whether the browser reports the button as left, while it is still in the page. */
    async removeButton(reported: 'left' | 'nothing') {
      if (reported === 'left') dispatch('focusout')
      button.isConnected = false
      if (document.activeElement === (button as unknown)) setFocus(body)
      // Microtasks of the report run before the event of the removal.
      await Promise.resolve()
      removed()
    },
  }
}

it.each(['nothing', 'left'] as const)(
  'when the focused button is removed the list gets the focus (the browser tells %s)',
  async reported => {
    const { list, focusButton, removeButton } = openList()
    focusButton()
    await removeButton(reported)
    expect(list.focus).toHaveBeenCalledExactlyOnceWith({ preventScroll: true })
  },
)

it('the focus stays where the person took it before the button is removed', async () => {
  const { list, focusButton, moveFocusTo, removeButton } = openList()
  focusButton()
  await moveFocusTo(new PageElement())
  await removeButton('nothing')
  expect(list.focus).not.toHaveBeenCalled()
})

it('the list takes no focus that was nowhere before, as after a press beside everything', async () => {
  const { list, focusButton, moveFocusTo, removeButton } = openList()
  focusButton()
  await moveFocusTo(body)
  await removeButton('nothing')
  expect(list.focus).not.toHaveBeenCalled()
})

it('the list takes the focus from nothing that the page gave it to in the same step', async () => {
  const { list, focusButton, removeButton } = openList()
  focusButton()
  Object.assign(document, { activeElement: new PageElement() })
  await removeButton('nothing')
  expect(list.focus).not.toHaveBeenCalled()
})

it('a button without the focus is removed and nothing else happens', async () => {
  const { list, removeButton } = openList()
  await removeButton('nothing')
  expect(list.focus).not.toHaveBeenCalled()
})

it('after its end nothing moves the focus', async () => {
  const { list, focusButton, removeButton } = openList()
  focusButton()
  stop()
  await removeButton('nothing')
  expect(list.focus).not.toHaveBeenCalled()
})
