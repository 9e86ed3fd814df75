import { type AtRule, type ChildNode, type Container, parse } from 'postcss'

const GROUPS = new Set(['media', 'supports', 'container', 'layer'])
const CLASS = /\.(-?[_a-zA-Z][\w-]*)/g
const BRACKETS = /\([^()]*\)|\[[^[\]]*\]/g

/** The text of what stays of a part of the sheet, with these classes in the page; empty if nothing does. */
type Chooser = (used: ReadonlySet<string>) => string

/** The classes that an element and those around it must have for each of these selectors. */
function classesOf(selectors: readonly string[]): string[][] {
  return selectors.map(selector => {
    let plain = selector
    // What `:not()`, `:is()` or `:has()` names is no condition that an element must meet for certain.
    while (BRACKETS.test(plain)) plain = plain.replace(BRACKETS, '')
    return [...plain.matchAll(CLASS)].map(([, name]) => name ?? '')
  })
}

function chooserOfGroup(group: AtRule, nodes: readonly ChildNode[]): Chooser {
  const choosers = nodes.map(chooserOf)
  const head = `@${group.name}${group.raws.afterName ?? ' '}${group.params}`
  return used => {
    const chosen = choosers.map(choose => choose(used)).join('')
    return chosen === '' ? '' : `${head}{${chosen}}`
  }
}

function chooserOf(node: ChildNode): Chooser {
  if (node.type === 'comment') return () => ''
  if (node.type === 'atrule' && node.nodes && GROUPS.has(node.name)) return chooserOfGroup(node, node.nodes)
  const text = `${node}${isBlock(node) ? '' : ';'}`
  if (node.type !== 'rule') return () => text
  const needed = classesOf(node.selectors)
  return used => (needed.some(names => names.every(name => used.has(name))) ? text : '')
}

const isBlock = (node: ChildNode) => (node as Partial<Container>).nodes !== undefined

const keyframesOf = (node: ChildNode) =>
  node.type === 'atrule' && node.name === 'keyframes' ? node.params : undefined

/** Pages with other words or people in them have the same classes: so many sets are kept, the oldest goes first. */
const KEPT_MAX = 100

/**
 * Chooses from a built style sheet, in its order, the rules that a finished page can use before its code runs: a class
 * that no element has comes with the code only. States (a pointer over a button, an open popover) and attributes count
 * as possible.
 */
export function createPageStyles(sheet: string): (html: string) => string {
  const parts = parse(sheet).nodes.map(node => ({ keyframes: keyframesOf(node), choose: chooserOf(node) }))
  const kept = new Map<string, string>()
  function choose(used: ReadonlySet<string>): string {
    const chosen = parts.map(part => ({ ...part, text: part.choose(used) }))
    const rules = chosen.map(part => (part.keyframes ? '' : part.text)).join('')
    return chosen.map(part => (part.keyframes && !rules.includes(part.keyframes) ? '' : part.text)).join('')
  }
  return html => {
    const used = classesIn(html)
    const key = [...used].sort().join(' ')
    const text = kept.get(key) ?? choose(used)
    kept.set(key, text)
    const [oldest] = kept.keys()
    if (kept.size > KEPT_MAX && oldest !== undefined) kept.delete(oldest)
    return text
  }
}

function classesIn(html: string): Set<string> {
  const used = new Set<string>()
  for (const [, names = ''] of html.matchAll(/\sclass="([^"]*)"/g)) {
    for (const name of names.split(/\s+/)) used.add(name)
  }
  return used
}
