import type { BrowserContext, Page } from '@playwright/test'

/** Logs somebody in as a login in this browser would have: what is renewed later is kept, and a logout stays one. */
export async function logIn(
  where: Page | BrowserContext,
  { access, refresh }: { access: string; refresh: string },
): Promise<void> {
  await where.addInitScript(
    pair => {
      if (sessionStorage.getItem('was-in') || localStorage.getItem('auth')) return
      sessionStorage.setItem('was-in', 'yes')
      localStorage.setItem('auth', JSON.stringify(pair))
    },
    { access, refresh },
  )
}
