/**
 * Keeps a page working while the browser translates it. Translators of Chrome and Edge put `<font>` elements in the
 * place of text nodes. React still holds the text nodes: it would write new words into text that nobody sees, and a
 * change beside one of them would throw and end the page (facebook/react#11538). This module knows which element stands
 * for which text: React's changes reach the page, and a text that React changes returns to its place, where the
 * translator finds it again.
 */
export function followTranslations(page: Document): void {
  const elements = new WeakMap<Node, ChildNode>()
  const changes = new MutationObserver(records => {
    for (const { target } of records) {
      elements.get(target)?.replaceWith(target)
      elements.delete(target)
    }
  })
  const translations = new MutationObserver(records => {
    for (const record of records) {
      const font = [...record.addedNodes, record.previousSibling, record.nextSibling].find(isFont)
      if (!font) continue
      for (const text of record.removedNodes) {
        if (!(text instanceof Text) || text.isConnected) continue
        elements.set(text, font)
        changes.observe(text, { characterData: true })
      }
    }
  })
  translations.observe(page, { childList: true, subtree: true })
  followMoves(elements)
}

const isFont = (node: Node | null): node is HTMLElement => node?.nodeName === 'FONT'

/** The child of this parent that has the node in it now; null if the parent has it no more. */
function childWith(parent: Node, node: Node): Node | null {
  let child: Node | null = node
  while (child && child.parentNode !== parent) child = child.parentNode
  return child
}

/** React inserts, moves and removes nodes of which it believes to know the parent. */
function followMoves(elements: WeakMap<Node, ChildNode>): void {
  const { appendChild, insertBefore, removeChild } = Node.prototype
  const shownFor = (node: Node) => elements.get(node) ?? node
  /** A text that is moved must not stay where it was, in the words of the translator. */
  function removeElementOf(text: Node): void {
    elements.get(text)?.remove()
    elements.delete(text)
  }
  Node.prototype.appendChild = function <T extends Node>(this: Node, added: T): T {
    appendChild.call(this, added)
    removeElementOf(added)
    return added
  }
  Node.prototype.insertBefore = function <T extends Node>(this: Node, added: T, before: Node | null): T {
    const isAsKnown = !before || before.parentNode === this
    insertBefore.call(this, added, isAsKnown ? before : childWith(this, shownFor(before)))
    removeElementOf(added)
    return added
  }
  Node.prototype.removeChild = function <T extends Node>(this: Node, child: T): T {
    const shown = child.parentNode === this ? child : shownFor(child)
    if (shown.parentNode) removeChild.call(shown.parentNode, shown)
    return child
  }
}
