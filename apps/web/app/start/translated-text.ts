/**
 * Keeps a page working while the browser translates it. Translators of Chrome and Edge put `<font>` elements in the
 * place of text nodes. React still holds the text nodes: it would write new words into text that nobody sees, and a
 * change beside one of them would throw and end the page (facebook/react#11538). This module knows which element stands
 * for which text: React's changes reach the page, and a text that React changes returns to its place, where the
 * translator finds it again.
 */
export function followTranslations(page: Document): void {
  const standIns = new WeakMap<Node, ChildNode>()
  const changes = new MutationObserver(records => {
    for (const { target } of records) {
      standIns.get(target)?.replaceWith(target)
      standIns.delete(target)
    }
  })
  const translations = new MutationObserver(records => {
    for (const record of records) {
      const font = [...record.addedNodes, record.previousSibling, record.nextSibling].find(isFont)
      if (!font) continue
      for (const text of record.removedNodes) {
        if (!(text instanceof Text) || text.isConnected) continue
        standIns.set(text, font)
        changes.observe(text, { characterData: true })
      }
    }
  })
  translations.observe(page, { childList: true, subtree: true })
  followMoves(node => standIns.get(node) ?? node)
}

const isFont = (node: Node | null): node is HTMLElement => node?.nodeName === 'FONT'

/** The child of this parent that has the node in it now; null if the parent has it no more. */
function childWith(parent: Node, node: Node): Node | null {
  let child: Node | null = node
  while (child && child.parentNode !== parent) child = child.parentNode
  return child
}

/** React inserts and removes at nodes which it believes to be children of the parent. */
function followMoves(shownFor: (node: Node) => Node): void {
  const { insertBefore, removeChild } = Node.prototype
  Node.prototype.insertBefore = function <T extends Node>(this: Node, added: T, before: Node | null): T {
    const isAsKnown = before === null || before.parentNode === this
    return insertBefore.call(this, added, isAsKnown ? before : childWith(this, shownFor(before))) as T
  }
  Node.prototype.removeChild = function <T extends Node>(this: Node, child: T): T {
    const shown = child.parentNode === this ? child : shownFor(child)
    if (shown.parentNode) removeChild.call(shown.parentNode, shown)
    return child
  }
}
