/** Fails the request as a bug if an invariant does not hold. */
export function invariant(holds: unknown, what: string): asserts holds {
  if (!holds) throw new Error(`invariant broken: ${what}`)
}
