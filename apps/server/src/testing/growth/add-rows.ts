/**
 * Rows of one statement: the server's pool ends a statement after 15 s, and a busy machine writes 10,000 rows slowly.
 */
const ROWS_AT_ONCE = 1_000

/** Calls `add` for the numbers `from` to `to`, both included, by steps that one statement can write in time. */
export async function addRows(
  add: (from: number, to: number) => Promise<unknown>,
  from: number,
  to: number,
): Promise<void> {
  for (let next = from; next <= to; next += ROWS_AT_ONCE)
    await add(next, Math.min(to, next + ROWS_AT_ONCE - 1))
}
