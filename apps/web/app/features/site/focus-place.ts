/** Elements that a reader recognizes as the place where they were. */
const PLACES = 'li, section, article, aside, form, fieldset, [role="tabpanel"], main'

function focusPlace(place: HTMLElement): void {
  if (!place.hasAttribute('tabindex')) {
    place.tabIndex = -1
    place.addEventListener('blur', () => place.removeAttribute('tabindex'), { once: true })
  }
  place.focus({ preventScroll: true })
}

/** Where an entry stands in its list. */
const placeInList = (entry: Element) => [...(entry.parentElement?.children ?? [])].indexOf(entry)

/** The entry that has the place of a removed one in its list, or the last entry. */
function neighbourIn(chain: readonly Element[], placeOf: ReadonlyMap<Element, number>): Element | null {
  const nth = chain.findIndex((each, index) => placeOf.has(each) && chain[index + 1]?.isConnected)
  const [entry, list] = [chain[nth], chain[nth + 1]]
  if (!entry || entry.isConnected || !list) return null
  return list.children[placeOf.get(entry) ?? 0] ?? list.lastElementChild
}

/** What stands before a button: the button may add entries to it, and disappear with the last ones. */
interface Before {
  list: Element
  entries: number
}

function beforeOf(control: Element): Before | null {
  const list = control.previousElementSibling
  return list && { list, entries: list.querySelectorAll('li').length }
}

/** The first of the entries that a removed button has added. */
const addedIn = (before: Before | null): Element | null =>
  before?.list.isConnected ? (before.list.querySelectorAll('li')[before.entries] ?? null) : null

function chainOf(focused: Element, content: Element): Element[] {
  const chain = [focused]
  for (let each = focused.parentElement; each && content.contains(each); each = each.parentElement)
    chain.push(each)
  return chain
}

/**
 * Keeps the focus where a person was when an action removes the focused control: the nearest list item or section that
 * is still there gets it, as after Accept; the next list item where a whole one is removed; and the first loaded one
 * after a button that loaded the end of a list. Otherwise a screen reader begins at the top of the page again. A move
 * to another page is not affected. Answers a function that ends it.
 */
export function keepFocusPlace(content: HTMLElement): () => void {
  let chain: Element[] = []
  let placeOf = new Map<Element, number>()
  let before: Before | null = null
  let pathname = ''
  let frame = 0

  function remember({ target }: FocusEvent): void {
    // A dialog lies outside of the content, and returns the focus to the control that opened it.
    if (!(target instanceof Element) || !content.contains(target)) return
    chain = chainOf(target, content)
    placeOf = new Map(chain.filter(each => each.matches('li')).map(each => [each, placeInList(each)]))
    before = beforeOf(target)
    pathname = window.location.pathname
  }
  /** A press on nothing takes the focus away on purpose: the control is still there. */
  function forget({ target, relatedTarget }: FocusEvent): void {
    if (relatedTarget !== null) return
    setTimeout(() => {
      const [last] = chain
      if (last === target && last?.isConnected && document.activeElement === document.body) chain = []
    })
  }
  function restore(): void {
    frame = 0
    const [last] = chain
    if (!last || last.isConnected || document.activeElement !== document.body) return
    const place =
      addedIn(before) ??
      neighbourIn(chain, placeOf) ??
      chain.find(each => each.isConnected && each.matches(PLACES))
    chain = []
    if (place instanceof HTMLElement && pathname === window.location.pathname) focusPlace(place)
  }

  // In the next frame, so that code which moves the focus itself comes first.
  const observer = new MutationObserver(() => {
    if (frame === 0) frame = requestAnimationFrame(restore)
  })
  observer.observe(document.body, { childList: true, subtree: true })
  document.addEventListener('focusin', remember)
  document.addEventListener('focusout', forget)
  return () => {
    observer.disconnect()
    cancelAnimationFrame(frame)
    document.removeEventListener('focusin', remember)
    document.removeEventListener('focusout', forget)
  }
}
