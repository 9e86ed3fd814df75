/**
 * Writes the elements of a page to a file, without styles, which Next.js would have in a separate file: `node
 * page-tree.mjs URL FILE ROW`. ROW is the row whose texts the page shows, as JSON.
 */
import { writeFileSync } from 'node:fs'
import { parse } from 'parse5'

const [, , url, file, rowText] = process.argv
const columns = Object.entries(JSON.parse(rowText)).filter(([, text]) => String(text).length > 2)
const LEFT_OUT = new Set(['script', 'template', 'noscript', 'link', 'meta', 'title', 'base', 'style'])
const NAMES = {
  class: 'className',
  for: 'htmlFor',
  srcset: 'srcSet',
  tabindex: 'tabIndex',
  maxlength: 'maxLength',
}

const camel = name => name.replace(/[-:](\w)/g, (_, letter) => letter.toUpperCase())

function styleOf(text) {
  const parts = text.split(';').filter(part => part.includes(':'))
  return Object.fromEntries(
    parts.map(part => {
      const at = part.indexOf(':')
      const name = part.slice(0, at).trim()
      return [name.startsWith('--') ? name : camel(name), part.slice(at + 1).trim()]
    }),
  )
}

function attributesOf(node) {
  const pairs = node.attrs.flatMap(({ name, value }) => {
    if (name.startsWith('on')) return []
    if (name === 'style') return [['style', styleOf(value)]]
    const isPlain = name.startsWith('data-') || name.startsWith('aria-')
    return [[isPlain ? name : (NAMES[name] ?? camel(name)), value === '' ? (isPlain ? '' : true) : value]]
  })
  return Object.fromEntries(pairs)
}

function textOf(text) {
  const column = columns.find(([, value]) => String(value) === text.trim())
  return column ? { column: column[0] } : text
}

function treeOf(node) {
  if (node.nodeName === '#text') return [textOf(node.value)]
  if (!node.tagName || LEFT_OUT.has(node.tagName)) return []
  return [[node.tagName, attributesOf(node), node.childNodes.flatMap(treeOf)]]
}

const html = await (await fetch(url, { headers: { accept: 'text/html' } })).text()
const [, body] = parse(html).childNodes.find(({ tagName }) => tagName === 'html').childNodes
writeFileSync(file, JSON.stringify(body.childNodes.flatMap(treeOf)))
