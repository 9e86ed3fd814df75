interface Named {
  id: string
}

/** Things in an order of before, as far as they were in it; those that came since are last, in their own order. */
export function keptOrder<T extends Named>(things: readonly T[], before: readonly string[]): readonly T[] {
  if (before.length === 0) return things
  const places = new Map(before.map((id, place) => [id, place]))
  const placeOf = ({ id }: T) => places.get(id) ?? before.length
  return things.toSorted((one, other) => placeOf(one) - placeOf(other))
}
