/** Finds the texts of the web: those that are in the catalogues, and visible ones that are not. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse } from '@swc/core'

export interface FoundTexts {
  /** Texts that go through `t`, `msg`, `plural` or `<RichText>`. */
  marked: Set<string>
  /** Of these, the texts with plural forms. */
  plurals: Map<string, string>
  /** Other strings that look like visible text, as `path: words`. */
  bare: string[]
}

interface Node {
  type: string
  [member: string]: unknown
}

/** Attributes that no person reads. */
const FOR_MACHINES =
  /^(className|to|href|src|d|viewBox|data-.*|key|autoComplete|type|id|role|pattern|inputMode|rel|sizes|media|as|srcSet|content|enterKeyHint|style|name|value|transform|points|text)$/
/** Calls whose strings no visitor reads: our own errors, styles, keys. */
const NOT_SHOWN =
  /^(assert|classes|querySelector|querySelectorAll|matchMedia|closest|matches|setItem|getItem|test|supports|warn|set|append)$/
const LETTERS = /\p{L}{2,}/u
const SENTENCE = /^\p{Lu}[\p{L}’'-]*[,:;]? \p{L}|\p{L}{2,} \p{L}+[.?!]$/u
const TEMPLATE_WORDS = /\p{L}{2,} \p{L}{2,}|^ \p{L}{2,}|\p{L}{2,} $/u
/** The scheme of an Authorization header. */
const SCHEME = 'Bearer '
const BRAND = /^[\s·@©]*Parley[\s·]*$/

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

function nameOf(callee: unknown): string {
  if (!isNode(callee)) return ''
  if (callee.type === 'Identifier') return String(callee.value)
  return callee.type === 'MemberExpression' ? nameOf(callee.property) : ''
}

function literal(node: unknown): string | undefined {
  if (!isNode(node)) return undefined
  if (node.type === 'StringLiteral') return String(node.value)
  if (node.type !== 'TemplateLiteral') return undefined
  const quasis = node.quasis as { cooked: string }[]
  return quasis.length === 1 ? quasis[0]?.cooked : undefined
}

function members(node: unknown): Map<string, unknown> {
  const found = new Map<string, unknown>()
  if (!isNode(node) || node.type !== 'ObjectExpression') return found
  for (const property of node.properties as Node[]) {
    if (property.type === 'KeyValueProperty') found.set(nameOf(property.key), property.value)
  }
  return found
}

class Reader {
  #path: string
  #into: FoundTexts

  constructor(path: string, into: FoundTexts) {
    this.#path = path
    this.#into = into
  }

  read(node: unknown): void {
    if (Array.isArray(node)) for (const each of node) this.read(each)
    if (typeof node !== 'object' || node === null || Array.isArray(node)) return
    // The parser wraps an argument of a call, and the body of a method, in an object without a type.
    if (!isNode(node) || !this.#take(node)) for (const value of Object.values(node)) this.read(value)
  }

  #bare(words: string): void {
    this.#into.bare.push(`${this.#path}: ${words.trim().replace(/\s+/g, ' ')}`)
  }

  /** True when nothing below this node has to be read. */
  #take(node: Node): boolean {
    switch (node.type) {
      case 'CallExpression':
        return this.#call(node)
      case 'NewExpression':
        return nameOf(node.callee).endsWith('Error')
      case 'JSXOpeningElement':
        return this.#element(node)
      case 'JSXText':
        if (LETTERS.test(String(node.value)) && !BRAND.test(String(node.value)))
          this.#bare(String(node.value))
        return true
      case 'StringLiteral':
        if (SENTENCE.test(String(node.value))) this.#bare(String(node.value))
        return true
      case 'TemplateLiteral':
        for (const { cooked } of node.quasis as { cooked: string }[])
          if (TEMPLATE_WORDS.test(cooked) && cooked !== SCHEME) this.#bare(cooked)
        return false
      case 'ImportDeclaration':
      case 'TsTypeAliasDeclaration':
      case 'TsInterfaceDeclaration':
      case 'TsTypeAnnotation':
      case 'TsAsExpression':
        if (node.type === 'TsAsExpression') this.read(node.expression)
        return true
      default:
        return false
    }
  }

  #call(node: Node): boolean {
    const name = nameOf(node.callee)
    const args = (node.arguments as { expression: Node }[]).map(each => each.expression)
    if (name === 't' || name === 'msg') {
      const text = literal(args[0])
      if (text !== undefined) this.#into.marked.add(text)
      else this.read(args[0])
      this.read(args.slice(1))
      return true
    }
    if (name === 'plural') {
      const forms = members(args[1])
      const [one, other] = [literal(forms.get('one')), literal(forms.get('other'))]
      if (one === undefined || other === undefined) this.#bare('plural() takes its two forms as literals')
      else this.#into.plurals.set(other, one)
      this.read(args[0])
      this.read(args.slice(2))
      return true
    }
    if (!NOT_SHOWN.test(name)) return false
    this.read(args.filter(each => literal(each) === undefined && each.type !== 'TemplateLiteral'))
    return true
  }

  #element(node: Node): boolean {
    const isRich = nameOf(node.name) === 'RichText'
    for (const attribute of node.attributes as Node[]) {
      if (attribute.type !== 'JSXAttribute') {
        this.read(attribute)
        continue
      }
      const name = isNode(attribute.name) ? String(attribute.name.value ?? '') : ''
      const text = literal(attribute.value)
      if (isRich && name === 'text') {
        const inner = isNode(attribute.value) ? literal(attribute.value.expression) : undefined
        if (text ?? inner) this.#into.marked.add(text ?? inner ?? '')
        else this.read(attribute.value)
      } else if (text === undefined) this.read(attribute.value)
      else if (
        !FOR_MACHINES.test(name) &&
        LETTERS.test(text) &&
        /^\p{Lu}|\s/u.test(text) &&
        !BRAND.test(text)
      )
        this.#bare(text)
    }
    return true
  }
}

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true })
  return entries
    .filter(entry => entry.isFile() && /(?<!\.test)\.tsx?$/.test(entry.name))
    .map(entry => join(entry.parentPath, entry.name))
    .sort()
}

/** Reads every module below the folder, except those that the pattern leaves out. */
export async function findTexts(folder: string, leftOut: RegExp): Promise<FoundTexts> {
  const found: FoundTexts = { marked: new Set(), plurals: new Map(), bare: [] }
  for (const file of await filesBelow(folder)) {
    const path = file.slice(folder.length + 1)
    if (leftOut.test(path)) continue
    const module = await parse(await readFile(file, 'utf8'), {
      syntax: 'typescript',
      tsx: file.endsWith('x'),
    })
    new Reader(path, found).read(module)
  }
  return found
}
