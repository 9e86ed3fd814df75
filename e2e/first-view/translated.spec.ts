import { expect, type Page } from '@playwright/test'
import { apiCaller } from '../../apps/server/src/testing/api-caller.ts'
import { pageReady } from '../support/demo-server.ts'
import { logIn } from '../support/log-in.ts'
import { expectNoPageErrors } from '../support/page-errors.ts'
import { test } from '../support/shared-server.ts'

expectNoPageErrors('thrown and console')

/**
 * Translates a page as Chrome does: `<font>` elements take the place of its texts, now and after each change. Every
 * translated text begins with a mark, and the texts themselves stay as they are.
 */
async function translate(page: Page): Promise<void> {
  await page.evaluate(() => {
    const written = new WeakSet<Node>()
    function translateText(text: Node): void {
      const parent = text.parentElement
      if (!parent || written.has(parent) || !text.nodeValue?.trim()) return
      if (parent.closest('script, style, textarea, title, [translate="no"]')) return
      const [outer, inner] = [document.createElement('font'), document.createElement('font')]
      inner.textContent = `»${text.nodeValue}`
      written.add(inner)
      outer.append(inner)
      text.parentNode?.replaceChild(outer, text)
    }
    function translateBelow(root: Node): void {
      const texts: Node[] = root.nodeType === Node.TEXT_NODE ? [root] : []
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
      while (walker.nextNode()) texts.push(walker.currentNode)
      for (const text of texts) translateText(text)
    }
    const observer = new MutationObserver(records => {
      for (const node of records.flatMap(({ addedNodes }) => [...addedNodes]))
        if (node.isConnected) translateBelow(node)
    })
    translateBelow(document.body)
    observer.observe(document.body, { childList: true, subtree: true })
  })
}

test('a page that the browser translates works on, and shows what changes', async ({
  page,
  sharedServer: { origin },
}) => {
  await page.goto(`${origin}/login`)
  await pageReady(page)
  await translate(page)
  await page.getByLabel('Email').fill('no-address')
  await page.getByRole('button', { name: '»Log in', exact: true }).click()
  await expect(page.getByText('»Please enter a valid email address')).toBeVisible()
  await page.getByLabel('Email').fill('translated@example.org')
  await expect(page.getByText('Please enter a valid email address')).toHaveCount(0)

  await logIn(page, await apiCaller(origin).fan('translated'))
  await page.goto(`${origin}/prepaid`)
  await pageReady(page)
  await translate(page)
  // As React changes, moves and removes texts between elements, whose nodes it still has.
  await page.evaluate(async () => {
    const words = ['one minute left', 'moved', 'removed'].map(text => document.createTextNode(text))
    const line = document.createElement('p')
    line.append(document.createElement('b'), ...words, document.createElement('i'))
    document.querySelector('main')?.append(line)
    while (words.some(text => text.isConnected)) await new Promise(done => requestAnimationFrame(done))
    const [changed, moved, removed] = words
    if (!changed || !moved || !removed) return
    changed.nodeValue = 'ten seconds left'
    line.insertBefore(moved, line.firstChild)
    line.removeChild(removed)
  })
  await expect(page.getByText('»moved')).toHaveCount(1)
  await expect(page.getByText('»removed')).toHaveCount(0)
  await expect(page.getByText('»ten seconds left')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Parley', exact: true })).toBeVisible()
  await page.getByRole('link', { name: 'Explore' }).first().click()
  await expect(page.getByRole('heading', { name: 'Explore' })).toBeVisible()
})
