import { expect, type Page } from '@playwright/test'
import type { TestPerson } from '../../apps/server/src/testing/api-caller.ts'
import { addApp, type TestApp } from '../../apps/server/src/testing/second-factor.ts'
import { violationsInThemes } from './axe.ts'
import { grantRole } from './desk.ts'
import type { eventPeople } from './event-people.ts'

interface Desk {
  dataDir: string
  people: ReturnType<typeof eventPeople>
  clock: { now(): Date; offsetSeconds(): number }
}

/** A person with a staff role and an authenticator app. */
export async function deskMember(
  { dataDir, people, clock }: Desk,
  name: string,
  role: string,
): Promise<{ person: TestPerson; app: TestApp }> {
  const person = await people.fan(name)
  await grantRole(dataDir, name, role)
  return { person, app: await addApp({ ...people, clock }, person) }
}

/** Enters a code of the authenticator app, where the page asks for proof. */
export async function proveByApp(page: Page, app: TestApp): Promise<void> {
  const proof = page.getByRole('dialog', { name: 'Is it you?' })
  await proof.getByLabel('Code of your authenticator app').fill(app.code(1))
  await proof.getByRole('button', { name: 'Continue' }).click()
  await expect(proof).toBeHidden()
}

/** Both themes of a page, by all rules of axe. */
export async function isAccessible(page: Page): Promise<void> {
  expect(await violationsInThemes(page, 'all')).toEqual([])
}
