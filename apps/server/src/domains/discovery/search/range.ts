/** The rows with ids greater than `after`, up to and including `upTo`. */
export interface Range {
  after: string
  upTo: string
}

/** A search engine accepts ten times as many in one sitemap; no answer has more. */
export const ADDRESSES_MAX = 10_000

const RANGE = /^([\da-f]{32})-([\da-f]{32})$/

/** The name of a range in the address of its sitemap: both ids without their hyphens. */
export const rangeText = ({ after, upTo }: Range) => [after, upTo].map(id => id.replaceAll('-', '')).join('-')

/** The range that an address names; null when it names none. */
export function rangeOf(text: string): Range | null {
  const [, after, upTo] = RANGE.exec(text) ?? []
  return after && upTo ? { after, upTo } : null
}
