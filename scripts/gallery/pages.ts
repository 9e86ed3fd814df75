import { DEMO_PAGES, type DemoPage, ROLES, type Role } from '../../e2e/support/demo-pages.ts'
import { openDemoPage, sitDownAs } from '../../e2e/support/demo-server.ts'
import { type Gallery, PHONE } from './gallery.ts'

/** What a page is called: its address in words. */
const titleOf = ({ path }: DemoPage) => (path === '/' ? 'landing' : path.slice(1).replaceAll(':', ''))

/** Of pages that look alike to everybody one picture is enough; where a page leads elsewhere, that is shown already. */
function isShown(page: DemoPage, role: Role): boolean {
  if (page.leadsTo || page.only) return false
  return !page.path.startsWith('/faq') && !page.path.includes('terms') && !page.isMissing
    ? true
    : page.roles.indexOf(role) === 0
}

/** Pictures of the pages of the sweep, for everybody who meets them. */
export async function shootPages(gallery: Gallery): Promise<void> {
  const { demo, album, isAsked, tellProblem } = gallery
  for (const role of ROLES) {
    const pages = DEMO_PAGES.filter(
      page => page.roles.includes(role) && isShown(page, role) && isAsked(titleOf(page)),
    )
    if (pages.length === 0) continue
    const person = role === 'visitor' ? null : await demo.logIn(role)
    const { page } = await sitDownAs(gallery.browser, person, PHONE)
    for (const one of pages) {
      const title = titleOf(one)
      // The next page of the same address would otherwise only change its part after the #.
      await page.goto('about:blank')
      await openDemoPage(page, demo, one)
        .then(() => album.take(page, { title, role, frame: isCall(one) ? 'window' : 'whole' }))
        .catch(error => tellProblem(`${title} (${role}): ${error}`))
    }
    await page.context().close()
  }
}

const isCall = ({ path }: DemoPage) => /^\/(chat|paidchat|stream)\//.test(path)
