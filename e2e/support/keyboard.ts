import { expect, type Locator, type Page } from '@playwright/test'

/** More presses of Tab than any page here has stops. */
const STOPS_MAX = 60

/** What a person sees of the focus. */
interface FocusSight {
  /** The element, and whether it shows that it has the focus. */
  name: string
  isNowhere: boolean
  isMarked: boolean
  isInSight: boolean
}

/** In the page: the focused element, and whether a person sees the focus. */
function seeFocus(): FocusSight {
  const focused = document.activeElement ?? document.body
  // A transparent control over its drawing lets the drawing show the focus.
  const drawn = getComputedStyle(focused).opacity === '0' ? focused.nextElementSibling : focused
  const style = getComputedStyle(drawn ?? focused)
  const box = (drawn ?? focused).getBoundingClientRect()
  const name = `${focused.tagName.toLowerCase()} ${focused.getAttribute('aria-label') ?? focused.textContent ?? ''}`
  return {
    name: name.trim().slice(0, 60),
    isNowhere: focused === document.body,
    isMarked:
      focused.matches(':focus-visible') && style.outlineStyle !== 'none' && style.outlineWidth !== '0px',
    isInSight: box.width > 0 && box.height > 0 && box.bottom > 0 && box.top < window.innerHeight,
  }
}

/** A person without a mouse: every stop on the way is marked and visible, or the test fails. */
export function keyboardOf(page: Page) {
  const keyboard = page.keyboard

  async function expectSeen(): Promise<void> {
    expectSight(await page.evaluate(seeFocus))
  }

  function expectSight(sight: FocusSight): void {
    expect(sight, `the focus is seen on ${sight.name}`).toMatchObject({ isMarked: true, isInSight: true })
  }

  const hasFocus = (target: Locator) => target.evaluate(element => element === document.activeElement)

  /** Presses Tab until this element has the focus. */
  async function goTo(target: Locator): Promise<void> {
    await expect(target).toBeVisible()
    for (let stops = 0; stops < STOPS_MAX; stops++) {
      if (await hasFocus(target)) return expectSeen()
      await keyboard.press('Tab')
      // A page that has just changed may have no focus; both facts come from one call, since the page may change
      // between two.
      const sight = await page.evaluate(seeFocus)
      if (!sight.isNowhere) expectSight(sight)
    }
    throw new Error(`no way by Tab to ${target}`)
  }

  return {
    goTo,
    /** Moves the focus there and types. */
    async type(target: Locator, text: string): Promise<void> {
      await goTo(target)
      await keyboard.type(text)
    },
    /** Moves the focus there and presses Enter. */
    async press(target: Locator): Promise<void> {
      await goTo(target)
      await keyboard.press('Enter')
    },
  }
}
