/** The rows behind the id `after`, up to and with the id `upTo`. */
export interface Range {
  after: string
  upTo: string
}

/** A search engine takes ten times as many of a list; nobody asks for all there are at once. */
export const ADDRESSES_MAX = 10_000

const RANGE = /^([\da-f]{32})-([\da-f]{32})$/

/** A range as the address of its list has it: both ids without their hyphens. */
export const rangeText = ({ after, upTo }: Range) => [after, upTo].map(id => id.replaceAll('-', '')).join('-')

/** The range that an address names; null when it names none. */
export function rangeOf(text: string): Range | null {
  const [, after, upTo] = RANGE.exec(text) ?? []
  return after && upTo ? { after, upTo } : null
}
