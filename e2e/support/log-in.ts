import type { OwnUser } from '@parley/contract'
import type { BrowserContext, Page } from '@playwright/test'
import { TEST_PASSWORD } from '../../apps/server/src/testing/api-caller.ts'

/** The passwords of the people in the tests, by the domain of their email. */
const PASSWORDS: Readonly<Record<string, string>> = {
  'example.org': TEST_PASSWORD,
  'example.test': 'a long password',
  'demo.example': 'parley-demo',
}

interface Tokens {
  access: string
  refresh: string
}

/** Logs a person in as this browser's login form would: the login belongs to this browser, and a logout ends it. */
export async function logIn(where: Page | BrowserContext, { access, refresh }: Tokens): Promise<void> {
  const claims = JSON.parse(Buffer.from(access.split('.')[1] ?? '', 'base64url').toString()) as {
    iss: string
    user_id: string
  }
  const cookie = await newCookie(claims.iss, access)
  const context = 'context' in where ? where.context() : where
  if (cookie)
    await context.addCookies([{ ...cookie, url: `${claims.iss}/api/`, httpOnly: true, sameSite: 'Strict' }])
  const kept = cookie ? { user_id: claims.user_id } : { access, refresh }
  await where.addInitScript(auth => {
    // The empty page that Firefox opens first has no origin and must not use storage.
    if (window.origin === 'null') return
    if (sessionStorage.getItem('was-in') || localStorage.getItem('auth')) return
    sessionStorage.setItem('was-in', 'yes')
    localStorage.setItem('auth', auth)
  }, JSON.stringify(kept))
}

/** The cookie of a new login; null when the token or password of this person is not valid. */
async function newCookie(origin: string, access: string): Promise<{ name: string; value: string } | null> {
  const me = await fetch(`${origin}/api/user/me/`, { headers: { authorization: `Bearer ${access}` } })
  if (!me.ok) return null
  const { email } = (await me.json()) as OwnUser
  const password = PASSWORDS[email.split('@')[1] ?? '']
  if (!password) return null
  const headers = { 'content-type': 'application/json', 'x-parley-login': 'cookie', origin }
  const body = JSON.stringify({ email, password })
  const answer = await fetch(`${origin}/api/auth/jwt/create/`, { method: 'POST', headers, body })
  const pairs = answer.headers.getSetCookie().map(each => each.split(';')[0]?.split('=') ?? [])
  const [name = '', value = ''] = pairs.find(([key]) => key?.startsWith('parley_refresh')) ?? []
  return name ? { name, value } : null
}
