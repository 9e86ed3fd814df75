/** So many rows at a time: far below what a statement may name, and little memory. */
const BATCH_ROWS = 1_000

/** Everything that `read` finds, a batch after the other; `after` is the last row of the batch before. */
export async function* inBatches<T>(
  read: (after: T | undefined, limit: number) => Promise<T[]>,
): AsyncGenerator<T[]> {
  let after: T | undefined
  for (;;) {
    const batch = await read(after, BATCH_ROWS)
    if (batch.length > 0) yield batch
    if (batch.length < BATCH_ROWS) return
    after = batch.at(-1)
  }
}
