/** Fails the request as a bug of ours when something that must hold does not. */
export function invariant(holds: unknown, what: string): asserts holds {
  if (!holds) throw new Error(`invariant broken: ${what}`)
}
