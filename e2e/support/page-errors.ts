import { expect, test } from '@playwright/test'

/** Fails every test of this file in which a page throws, or, with the console, writes an error there. */
export function expectNoPageErrors(from: 'thrown' | 'thrown and console'): void {
  const errors: string[] = []
  test.beforeEach(({ page }) => {
    errors.length = 0
    page.on('pageerror', error => errors.push(String(error)))
    if (from === 'thrown and console')
      page.on('console', message => message.type() === 'error' && errors.push(message.text()))
  })
  test.afterEach(() => expect(errors).toEqual([]))
}
