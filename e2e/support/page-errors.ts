import { expect, test } from '@playwright/test'

/** Fails every test of this file in which a page of its context throws, or, with the console, writes an error there. */
export function expectNoPageErrors(from: 'thrown' | 'thrown and console'): void {
  const errors: string[] = []
  test.beforeEach(({ context }) => {
    errors.length = 0
    context.on('weberror', thrown => errors.push(String(thrown.error())))
    if (from === 'thrown and console')
      context.on('console', message => message.type() === 'error' && errors.push(message.text()))
  })
  test.afterEach(() => expect(errors).toEqual([]))
}
