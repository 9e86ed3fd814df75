import { expect, type Page } from '@playwright/test'

interface Sale {
  page: Page
  /** Of the site. */
  origin: string
}

/** From the profile of @ivy to the payment form. */
export async function bookIvy({ page, origin }: Sale): Promise<void> {
  await page.goto(`${origin}/profile/ivy`)
  await page.getByRole('button', { name: 'Book now' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText('Session Request Sent')).toBeVisible()
}

/** Pays, and gives this answer at the bank's check; afterwards the profile is open, at its address without a query. */
export async function payAtTheBank({ page, origin }: Sale, answer: 'Approve' | 'Fail'): Promise<void> {
  await page.getByRole('button', { name: 'Pay £12.50' }).click()
  await page.waitForURL(/challenge/)
  await page.getByRole('button', { name: answer }).click()
  const said =
    answer === 'Approve' ? 'Payment succeeded!' : 'Your payment was not successful, please try again.'
  await expect(page.getByText(said).first()).toBeVisible()
  await expect(page).toHaveURL(`${origin}/profile/ivy`)
}
