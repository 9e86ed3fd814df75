import { expect, type Locator, type Page } from '@playwright/test'

/** In the page: whether all of an element is inside the window, and a press of its middle reaches it. */
function isReached(element: Element): boolean {
  const { left, top, right, bottom } = element.getBoundingClientRect()
  if (left < 0 || top < 0 || right > innerWidth || bottom > innerHeight) return false
  const pressed = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
  return pressed !== null && element.contains(pressed)
}

/** Each of these is seen whole and reached by a finger, and none lies on another. */
export async function expectUncovered(page: Page, controls: readonly Locator[]): Promise<void> {
  for (const control of controls) {
    await expect(control).toBeVisible()
    await expect.poll(() => control.evaluate(isReached)).toBe(true)
  }
  const boxes = await Promise.all(controls.map(control => control.boundingBox()))
  const crossed = boxes.flatMap((one, index) =>
    boxes.slice(index + 1).filter(other => {
      if (!one || !other) return true
      const isBeside = one.x + one.width <= other.x || other.x + other.width <= one.x
      return !isBeside && one.y + one.height > other.y && other.y + other.height > one.y
    }),
  )
  expect(crossed, `in a window of ${page.viewportSize()?.width} px`).toEqual([])
}
