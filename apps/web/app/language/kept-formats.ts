type Format = Intl.DateTimeFormat | Intl.NumberFormat | Intl.PluralRules

const made = new Map<string, Format>()

/** The format of this key, made once: to make one costs a hundred times as much as to use it. */
export function keptFormat<F extends Format>(key: string, make: () => F): F {
  const format = (made.get(key) as F | undefined) ?? make()
  made.set(key, format)
  return format
}
