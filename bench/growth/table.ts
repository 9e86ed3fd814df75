import type { Measured } from './measure.ts'

type Cost = 'queries' | 'blocks' | 'rows' | 'bytes' | 'cpuMs'
const COSTS: readonly Cost[] = ['queries', 'blocks', 'rows', 'bytes', 'cpuMs']

/** How much more ten times the data may cost: an index has one more level, and times vary. */
const ALLOWED: Readonly<Record<Cost, { factor: number; more: number }>> = {
  queries: { factor: 1, more: 0.5 },
  blocks: { factor: 1.5, more: 12 },
  rows: { factor: 1.2, more: 5 },
  bytes: { factor: 1.2, more: 400 },
  cpuMs: { factor: 3, more: 10 },
}

/**
 * What each shown row of a list may cost in addition: the row and its names are in deeper indexes, and the list counts
 * up to 200.
 */
const OF_EACH_SHOWN: Readonly<Partial<Record<Cost, number>>> = { blocks: 8, rows: 10, queries: 0.05 }

export interface Row {
  name: string
  small: Measured
  large: Measured
  /** Costs that grow but should not. */
  grows: string[]
}

/** Compares the same targets at the two sizes. */
export function compare(small: readonly Measured[], large: readonly Measured[]): Row[] {
  const found = new Map(large.map(measured => [measured.name, measured]))
  return small.flatMap(one => {
    const other = found.get(one.name)
    if (!other) return []
    const allowed = (cost: Cost) =>
      one[cost] * ALLOWED[cost].factor + ALLOWED[cost].more + (one.shows ?? 0) * (OF_EACH_SHOWN[cost] ?? 0)
    const grown = COSTS.filter(cost => other[cost] > allowed(cost))
    const grows = one.mayGrow
      ? []
      : grown.map(cost => `${cost} ${figure(one[cost])} -> ${figure(other[cost])}`)
    return [{ name: one.name, small: one, large: other, grows }]
  })
}

const figure = (value: number) =>
  (value < 10 ? Number(value.toFixed(1)) : Math.round(value)).toLocaleString('en')

/** Prints the table of docs/scale.md. */
export function printRows(rows: readonly Row[], scale: number): void {
  const percent = (share: number) => `${Number((share * 100).toFixed(2))} %`
  console.log(
    `\n1x is ${percent(scale / 10)} of the named shape, 10x ${percent(scale)}; each cell: 1x, 10x\n`,
  )
  console.log('| What | Queries | Blocks | Rows | Bytes | CPU ms |\n|---|---|---|---|---|---|')
  for (const { name, small, large, grows } of rows) {
    const cells = COSTS.map(cost => `${figure(small[cost])}, ${figure(large[cost])}`)
    const note = small.mayGrow ? ` (${small.mayGrow})` : grows.length > 0 ? ' **grows**' : ''
    console.log(`| ${name}${note} | ${cells.join(' | ')} |`)
  }
  console.log()
  for (const { name, grows, large } of rows)
    if (grows.length > 0) console.log(`${name}\n    ${(large.dearest ?? []).map(oneLine).join('\n    ')}`)
}

const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').slice(0, 400)
