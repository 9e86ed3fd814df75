import { expect, type Locator } from '@playwright/test'
import { pageReady } from '../support/demo-server.ts'
import { eventPeople } from '../support/event-people.ts'
import { logIn } from '../support/log-in.ts'
import { test } from '../support/shared-server.ts'

test.use({ viewport: { width: 1280, height: 800 }, contextOptions: { forcedColors: 'active' } })

const fillOf = (part: Locator) => part.evaluate(element => getComputedStyle(element).backgroundColor)

test('in the colours of the system the chosen filter, tab and switch are told from the others', async ({
  page,
  sharedServer,
}) => {
  await page.goto(`${sharedServer.origin}/explore`)
  await pageReady(page)
  const filter = (name: string) => page.getByRole('link', { name, exact: true })
  expect(await fillOf(filter('All'))).not.toBe(await fillOf(filter('Advice')))
  expect(await fillOf(filter('People'))).not.toBe(await fillOf(filter('Live events')))

  await logIn(page, await eventPeople(sharedServer.origin).fan('system-colours'))
  await page.goto(`${sharedServer.origin}/my-account#notifications`)
  await pageReady(page)
  const tab = (name: string) => page.getByRole('tab', { name })
  expect(await fillOf(tab('Notifications'))).not.toBe(await fillOf(tab('Billing')))
  const [on, off] = ['Text messages', 'Phone calls'].map(name => page.getByRole('switch', { name }))
  if (!on || !off) throw new Error('two switches are expected')
  expect(await fillOf(on)).not.toBe(await fillOf(off))
  for (const each of [on, off]) {
    expect(await fillOf(each.locator('span').first())).not.toBe(await fillOf(each))
  }
})
