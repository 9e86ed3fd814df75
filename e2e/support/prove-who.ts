import type { Page } from '@playwright/test'
import { TEST_PASSWORD } from '../../apps/server/src/testing/api-caller.ts'

/** Answers the proof that precedes a change of the account or of money. */
export async function proveWho(page: Page, password = TEST_PASSWORD): Promise<void> {
  const sheet = page.getByRole('dialog', { name: 'Is it you?' })
  await sheet.getByLabel('Your password').fill(password)
  await sheet.getByRole('button', { name: 'Continue' }).click()
}
