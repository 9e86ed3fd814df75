/** A rejection that becomes a value and is never read. */
const SWALLOWED_REJECTION = /\.catch\(\(\w*\) => (undefined|null|false|true|void 0|\{\}|''|\[\])\)/
/** A block that drops the exception: it is empty, or answers a constant, and no comment in it says why. */
const SWALLOWED_EXCEPTION =
  /\bcatch (?:\(\w+\) )?\{\s*(?:return(?: (?:undefined|null|false|true|''|\[\]|\{\}))?;?\s*)?\}/g
const COMMENT = /^\s*(\/\/|\/?\*)|\s\/\/ \S/

/** Whether a comment stands in a line, or above the statement that the line belongs to. */
function isExplained(lines: readonly string[], index: number): boolean {
  const line = lines[index] ?? ''
  if (COMMENT.test(line)) return true
  const above = lines[index - 1] ?? ''
  if (COMMENT.test(above)) return true
  // A chain of calls, and several swallowed failures in a row, have one comment.
  const isContinued = /^\s*\??\./.test(line) || SWALLOWED_REJECTION.test(above)
  return isContinued && isExplained(lines, index - 1)
}

/** The lines, from one, that drop a failure and do not say why. */
export function swallowedFailures(text: string): number[] {
  const lines = text.split('\n')
  const rejections = lines.flatMap((line, index) =>
    SWALLOWED_REJECTION.test(line) && !isExplained(lines, index) ? [index + 1] : [],
  )
  const exceptions = [...text.matchAll(SWALLOWED_EXCEPTION)].map(
    ({ index }) => text.slice(0, index).split('\n').length,
  )
  return [...rejections, ...exceptions.filter(line => !isExplained(lines, line - 1))].sort((a, b) => a - b)
}
