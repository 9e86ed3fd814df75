import { expect, type Locator, type Page } from '@playwright/test'

/** More presses than any page here has stops: a person who needs more is lost. */
const STOPS_MAX = 60

/** What a person sees of where the focus is. */
interface FocusSight {
  /** The element and what shows that it has the focus. */
  name: string
  isNowhere: boolean
  isMarked: boolean
  isInSight: boolean
}

/** Reads in the page where the focus is, and whether one sees it there. */
function seeFocus(): FocusSight {
  const focused = document.activeElement ?? document.body
  // A control that lies unseen over its drawing lets the drawing show the focus.
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

/** A person without a mouse: every stop on the way is marked and in sight, or the test fails. */
export function keyboardOf(page: Page) {
  const keyboard = page.keyboard

  async function expectSeen(): Promise<void> {
    expectSight(await page.evaluate(seeFocus))
  }

  function expectSight(sight: FocusSight): void {
    expect(sight, `the focus is seen on ${sight.name}`).toMatchObject({ isMarked: true, isInSight: true })
  }

  const hasFocus = (target: Locator) => target.evaluate(element => element === document.activeElement)

  /** Moves on by Tab until this has the focus. */
  async function goTo(target: Locator): Promise<void> {
    await expect(target).toBeVisible()
    for (let stops = 0; stops < STOPS_MAX; stops++) {
      if (await hasFocus(target)) return expectSeen()
      await keyboard.press('Tab')
      // A page that has just changed may have nothing in focus; asked together with how it looks, since it may change in between.
      const sight = await page.evaluate(seeFocus)
      if (!sight.isNowhere) expectSight(sight)
    }
    throw new Error(`no way by Tab to ${target}`)
  }

  return {
    goTo,
    /** Goes there and types, as into any field. */
    async type(target: Locator, text: string): Promise<void> {
      await goTo(target)
      await keyboard.type(text)
    },
    /** Goes there and presses Enter. */
    async press(target: Locator): Promise<void> {
      await goTo(target)
      await keyboard.press('Enter')
    },
  }
}
