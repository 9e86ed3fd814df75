import { DEMO_PAGES, type DemoPage, ROLES, type Role } from '../../e2e/support/demo-pages.ts'
import { openDemoPage, openPageAs } from '../../e2e/support/demo-server.ts'
import { type Gallery, PHONE } from './gallery.ts'

/** The name of a page: its address in words. */
const titleOf = ({ path }: DemoPage) => (path === '/' ? 'landing' : path.slice(1).replaceAll(':', ''))

/** One screenshot is enough for pages that look the same for everybody; the target of a redirect has its own. */
function isShown(page: DemoPage, role: Role): boolean {
  if (page.leadsTo || page.only) return false
  return !page.path.startsWith('/faq') && !page.path.includes('terms') && !page.isMissing
    ? true
    : page.roles.indexOf(role) === 0
}

/** Takes screenshots of the pages of the sweep, for every role that opens them. */
export async function shootPages(gallery: Gallery): Promise<void> {
  const { demo, album, isChosen, reportProblem } = gallery
  for (const role of ROLES) {
    const pages = DEMO_PAGES.filter(
      page => page.roles.includes(role) && isShown(page, role) && isChosen(titleOf(page)),
    )
    if (pages.length === 0) continue
    const person = role === 'visitor' ? null : await demo.logIn(role)
    const { page } = await openPageAs(gallery.browser, person, PHONE)
    for (const one of pages) {
      const title = titleOf(one)
      // Otherwise a second page of the same address would only change the part after the #.
      await page.goto('about:blank')
      await openDemoPage(page, demo, one)
        .then(() => album.take(page, { title, role, frame: isCall(one) ? 'window' : 'whole' }))
        .catch(error => reportProblem(`${title} (${role}): ${error}`))
    }
    await page.context().close()
  }
}

const isCall = ({ path }: DemoPage) => /^\/(chat|paidchat|stream)\//.test(path)
