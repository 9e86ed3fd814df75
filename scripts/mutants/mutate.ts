import { parse } from '@swc/core'

/** One small wrong change to a source text. */
export interface Mutant {
  line: number
  /** Bytes of the text that are replaced, from inclusive, to exclusive. */
  from: number
  to: number
  was: string
  becomes: string
}

const OTHER_OPERATOR: Record<string, string> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '&&': '||',
  '||': '&&',
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
}
/** Types and imports do not run. */
const NOT_RUN = new Set(['TsTypeAnnotation', 'TsInterfaceDeclaration', 'TsTypeAliasDeclaration'])

interface Node {
  type: string
  span?: { start: number; end: number }
  [key: string]: unknown
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string'

/** Replaces the operator between two operands. */
function changedOperator(node: Node, text: Buffer): Omit<Mutant, 'line'> | null {
  const { left, right, operator } = node
  const other = OTHER_OPERATOR[String(operator)]
  if (!other || !isNode(left) || !isNode(right) || !left.span || !right.span) return null
  const [from, to] = [left.span.end, right.span.start]
  const was = text.subarray(from, to).toString()
  const becomes = was.replace(String(operator), other)
  return was === becomes ? null : { from, to, was: was.trim(), becomes }
}

function changeOf(node: Node, text: Buffer): Omit<Mutant, 'line'> | null {
  if (node.type === 'BinaryExpression') return changedOperator(node, text)
  if (!node.span) return null
  const { start: from, end: to } = node.span
  const was = text.subarray(from, to).toString()
  if (node.type === 'BooleanLiteral') return { from, to, was, becomes: String(was !== 'true') }
  if (node.type === 'NumericLiteral') return { from, to, was, becomes: `(${was} + 1)` }
  if (node.type === 'UnaryExpression' && node.operator === '!')
    return { from, to, was, becomes: was.slice(1) }
  if (node.type === 'ConditionalExpression' && isNode(node.test) && node.test.span) {
    const { start, end } = node.test.span
    const test = text.subarray(start, end).toString()
    return { from: start, to: end, was: test, becomes: `!(${test})` }
  }
  return null
}

/**
 * The parser counts positions on from the texts that it parsed before: a first byte of ours shows where this text
 * begins.
 */
const FIRST = ';'

/** Every small wrong change of a TypeScript text: another operator, number or boolean, or a negated condition. */
export async function mutantsOf(source: string): Promise<Mutant[]> {
  const parsed = await parse(FIRST + source, { syntax: 'typescript' })
  const begin = parsed.span.start + FIRST.length
  const text = Buffer.from(source)
  const found: Mutant[] = []
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    if (isNode(value)) {
      if (NOT_RUN.has(value.type)) return
      const change = changeOf(value, text)
      if (change) {
        const line = text.subarray(0, change.from).toString().split('\n').length
        found.push({ line, ...change })
      }
    }
    for (const part of Object.values(value)) visit(part)
  }
  visit(movedBack(parsed.body, begin))
  return found.sort((a, b) => a.from - b.from)
}

/** The same tree with positions relative to the start of the text. */
function movedBack(value: unknown, begin: number): unknown {
  if (Array.isArray(value)) return value.map(each => movedBack(each, begin))
  if (typeof value !== 'object' || value === null) return value
  const isSpan = 'start' in value && 'end' in value && !('type' in value)
  if (isSpan) return { start: Number(value.start) - begin, end: Number(value.end) - begin }
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, movedBack(part, begin)]))
}

/** The text with one mutant in it. */
export function mutate(source: string, mutant: Pick<Mutant, 'from' | 'to' | 'becomes'>): string {
  const text = Buffer.from(source)
  return [text.subarray(0, mutant.from), mutant.becomes, text.subarray(mutant.to)].map(String).join('')
}

const lineOf = (text: string, line: number) => text.split('\n')[line - 1]?.trim() ?? ''

/** The line that a mutant changes, before and after. */
export function changedLine(source: string, mutant: Mutant): { was: string; becomes: string } {
  return { was: lineOf(source, mutant.line), becomes: lineOf(mutate(source, mutant), mutant.line) }
}
